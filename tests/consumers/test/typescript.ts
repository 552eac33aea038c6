import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Ground } from '../src/ground.ts';
import { type Files, writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';
import { checkedEntries } from './entries.ts';

const tools = `
import { createContextKey, createToolServer, defineTool, defineToolkit, otc, toolwire } from 'toolwire';
import { z } from 'zod';

export const userKey = createContextKey<{ readonly name: string } | undefined>('user', undefined);
export const tool = defineTool({
  id: 'Calculator.Add', version: '1.0.0', description: 'Adds two numbers.',
  input: z.object({ a: z.number().describe('One.'), b: z.number().default(1).describe('Another.') }),
  output: z.number(),
  run: ({ a, b }, context) => a + b + (context.get(userKey)?.name.length ?? 0),
});
export const plain = defineTool({
  id: 'Calculator.Negate', version: '1.0.0', description: 'Negates a number.',
  input: { type: 'object', properties: { a: { type: 'number', description: 'One.' } } },
  run: ({ a }) => -Number(a),
});
defineTool({
  id: 'Calculator.Wrong', version: '1.0.0', description: 'Is wrong.', input: z.object({ a: z.number() }), output: z.number(),
  // @ts-expect-error: the output is a number.
  run: ({ a }) => a.toFixed(),
});
export const toolkit = defineToolkit({ name: 'Calculator', tools: [tool, plain] });
export const server = createToolServer({ tools: [toolkit], wires: [otc()] });
export const standing = toolwire({ tools: [tool] });
export const sum = tool.run({ a: 1, b: 2 }, undefined as never);
`;

const hosts = `
import { contextEntry } from '@toolwire/core';
import { mountTools } from '@toolwire/express';
import { mountTools as mountInFastify } from '@toolwire/fastify';
import { createFetch, createFetchHandler } from '@toolwire/fetch';
import { mountTools as mountInKoa } from '@toolwire/koa';
import { createNodeListener } from '@toolwire/node';
import { createServer } from 'node:http';
import express from 'express';
import express4 from 'express4';
import fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import Koa2 from 'koa2';
import { server, userKey } from './tools.js';

createServer(createNodeListener(server));

const app = express();
app.use('/ai', mountTools(server));
app.use(express.json(), mountTools(server));
express.Router().use('/ai', mountTools(server));
app.use('/ai', mountTools(server, { values: (request: express.Request) => [contextEntry(userKey, { name: request.hostname })] }));
export const mount = mountTools(server);

const app4 = express4();
app4.use('/ai', mountTools(server));
app4.use(express4.json(), mountTools(server));
express4.Router().use('/ai', mountTools(server));
app4.use('/ai', mountTools(server, { values: (request: express4.Request) => [contextEntry(userKey, { name: request.hostname })] }));

interface State { readonly user: { readonly name: string } }
const koa = new Koa<State>();
koa.use(mountInKoa(server));
koa.use(mountInKoa(server, { values: (context: Koa.ParameterizedContext<State>) => [contextEntry(userKey, context.state.user)] }));
const koa2 = new Koa2<State>();
koa2.use(mountInKoa(server));
koa2.use(mountInKoa(server, { values: (context: Koa2.ParameterizedContext<State>) => [contextEntry(userKey, context.state.user)] }));

const fastifyApp = fastify({ logger: true });
void fastifyApp.register(mountInFastify, { prefix: '/ai', server });
void fastifyApp.register(mountInFastify, { server, values: (request) => [contextEntry(userKey, { name: request.hostname })] });

const handle = createFetchHandler(server, { basePath: '/ai' });
new Hono().all('/ai/*', async (context) => (await handle(context.req.raw)) ?? context.notFound());
export const POST: (request: Request) => Promise<Response> = createFetch(server);
`;

const compilers = { 'TypeScript 5.9': 'typescript5', 'TypeScript 6': 'typescript6', 'TypeScript 7': 'typescript7' };

const common = { target: 'es2022', strict: true, declaration: true, types: ['node'], outDir: 'out' };
const nodeNext = { ...common, module: 'nodenext', esModuleInterop: true };

const modules: Readonly<Record<string, { readonly options: object; readonly files: Files }>> = {
  node16: { options: { ...common, module: 'node16' }, files: { 'tools.mts': tools, 'tools.cts': tools } },
  nodenext: { options: { ...common, module: 'nodenext' }, files: { 'tools.mts': tools, 'tools.cts': tools } },
  bundler: { options: { ...common, module: 'esnext', moduleResolution: 'bundler' }, files: { 'tools.mts': tools } },
};

const strictest = {
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
};

/** Projects in TypeScript, by every compiler and every way to resolve modules that projects have today. */
export function typeScriptSuite(ground: Ground): void {
  async function compile(project: string, compiler: string, options: object, files: Files): Promise<void> {
    const tsconfig = JSON.stringify({ compilerOptions: options, files: Object.keys(files) });
    writeFiles(project, { ...files, 'tsconfig.json': tsconfig });
    const program = join(await ground.shared(), 'node_modules', compiler, 'bin/tsc');
    await outputOf('node', [program, '--project', project, '--pretty', 'false'], project);
  }

  describe.each(Object.entries(compilers))('%s', (_title, compiler) => {
    // Where nothing is hoisted, a type that the compiler cannot name from what is installed is an error (TS2742).
    it.each(Object.entries(modules))(
      'writes the declarations of exported tools and servers, as module %s',
      async (module, { options, files }) => {
        const project = join(await ground.strict(), compiler, module);
        await compile(project, compiler, { ...options, skipLibCheck: true }, files);
        const declarations = readFileSync(join(project, 'out/tools.d.mts'), 'utf8');
        expect(declarations).toMatch(
          /const tool: (?:import\("toolwire"\)\.)?DefinedTool<\{\s*a: number;\s*b: number;\s*\}, number, \{\s*a: number;\s*b\?: number \| undefined;\s*\}, number, "[\w.]+", "[\d.]+">;/,
        );
        expect(declarations).toMatch(/const server: (?:import\("toolwire"\)\.)?ToolServer</);
        expect(declarations).not.toMatch(/\bany\b|node_modules/);
      },
    );

    it('accepts the mounts in the types of Express 4 and 5, Koa 2 and 3, Fastify 5 and Hono', async () => {
      const files = {
        'tools.mts': tools,
        'hosts.mts': hostsIn('mjs'),
        'tools.cts': tools,
        'hosts.cts': hostsIn('cjs'),
      };
      await compile(
        join(await ground.shared(), 'hosts', compiler),
        compiler,
        { ...nodeNext, skipLibCheck: true },
        files,
      );
    });

    it('finds no error in the declarations of any entry', async () => {
      const text = checkedEntries()
        .map((entry, index) => `export * as entry${index} from '${entry}';`)
        .join('\n');
      const project = join(await ground.shared(), 'entries', compiler);
      const options = { ...nodeNext, skipLibCheck: false };
      await compile(project, compiler, options, { 'entries.mts': text, 'entries.cts': text });
    });
  });

  it('TypeScript 7 accepts the mounts under the strictest options', async () => {
    const project = join(await ground.shared(), 'hosts/strictest');
    const files = { 'tools.mts': tools, 'hosts.mts': hostsIn('mjs') };
    await compile(project, 'typescript7', { ...nodeNext, ...strictest, skipLibCheck: true }, files);
  });
}

function hostsIn(extension: string): string {
  return hosts.replace('./tools.js', `./tools.${extension}`);
}
