import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ground, once } from '../src/ground.ts';
import { writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';

/** The messages of esbuild about a bundle. */
interface Metafile {
  readonly inputs: Readonly<Record<string, { readonly imports: readonly Imported[] }>>;
  readonly outputs: Readonly<Record<string, { readonly bytes: number; readonly imports: readonly Imported[] }>>;
}

interface Imported {
  readonly path: string;
  readonly external?: boolean;
}

const worker = (entry: string, validator: string): string => `
import { defineTool } from '@toolwire/core';
import { createFetch } from '@toolwire/fetch';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { ${validator} } from '${entry}';
import { z } from 'zod';

const add = defineTool({
  id: 'Calculator.Add', version: '1.0.0', description: 'Adds two numbers.',
  input: {
    type: 'object', required: ['a', 'b'],
    properties: { a: { type: 'number', description: 'The first.' }, b: { type: 'number', description: 'The second.' } },
  },
  output: { type: 'number' },
  run: ({ a, b }) => a + b,
});
const shout = defineTool({
  id: 'Text.Shout', version: '1.0.0', description: 'Shouts.',
  input: z.object({ text: z.string().describe('What to shout.') }), output: z.string(),
  run: ({ text }) => text.toUpperCase(),
});
const server = createToolServer({ tools: [add, shout], wires: [otc()], validator: ${validator}() });
export default { fetch: createFetch(server, { basePath: '/ai' }) };
`;

const caller = `
import worker from './bundle.js';

const call = async (tool_id, input) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ request: { tool_id, call_id: 'c', input } });
  const answer = await worker.fetch(new Request('https://worker.test/ai/tools/call', { method: 'POST', headers, body }));
  return [answer.status, await answer.json()];
};
const answers = [await call('Calculator.Add', { a: 10, b: 5 }), await call('Calculator.Add', { a: 10, b: 'infinity' }), await call('Text.Shout', { text: 'hey' })];
console.log(JSON.stringify(answers));
`;

const tryToLoad = `
import('./bundle.js').then(() => console.log('loaded'), ({ message }) => console.log(JSON.stringify({ message })));
`;

const noCodeGeneration = '--disallow-code-generation-from-strings';

/** A worker of an edge host: one file, no Node, no code made from strings. */
export function workerSuite(ground: Ground): void {
  async function bundle(name: string, source: string): Promise<string> {
    const shared = await ground.shared();
    const folder = join(shared, name);
    writeFiles(folder, {
      'package.json': '{ "type": "module" }',
      'worker.js': source,
      'call.js': caller,
      'load.js': tryToLoad,
    });
    const esbuild = join(shared, 'node_modules/esbuild/bin/esbuild');
    const target = ['--format=esm', '--platform=browser', '--target=es2022'];
    // Node's own fetch needs them, so they cannot be deleted: the bundle's own mentions of them are taken away.
    const missing = ['--define:process=undefined', '--define:Buffer=undefined'];
    const output = ['--outfile=bundle.js', '--metafile=meta.json', '--log-level=warning'];
    await outputOf('node', [esbuild, 'worker.js', '--bundle', ...target, ...missing, ...output], folder);
    return folder;
  }
  const withNoEval = once(() => bundle('worker', worker('@toolwire/validate/no-eval', 'noEval')));
  const withAjv = once(() => bundle('worker-ajv', worker('@toolwire/validate/ajv', 'ajv')));

  describe('a worker with @toolwire/fetch and @toolwire/validate/no-eval', () => {
    it('is bundled by esbuild without Node modules and without ajv', async () => {
      const { inputs, outputs } = JSON.parse(readFileSync(join(await withNoEval(), 'meta.json'), 'utf8')) as Metafile;
      const imported = [...Object.values(inputs), ...Object.values(outputs)].flatMap(({ imports }) => imports);
      const builtIn = imported.filter(
        ({ path, external }) => external === true || builtinModules.includes(path.replace('node:', '')),
      );
      expect(builtIn).toEqual([]);
      const used = Object.keys(inputs).join('\n');
      expect(used).toContain('@toolwire/server/dist/');
      expect(used).not.toMatch(/node_modules\/(?:@toolwire\/validate\/dist\/(?:ajv|zod3)\.|@toolwire\/node\/)/);
    });

    it('serves calls without code generation, process and Buffer', async () => {
      const output = await outputOf('node', [noCodeGeneration, 'call.js'], await withNoEval());
      expect(JSON.parse(output)).toMatchObject([
        [200, { result: { success: true, value: 15 } }],
        [422, { parameter_errors: { b: 'Must be a number, got the string "infinity"' } }],
        [200, { result: { success: true, value: 'HEY' } }],
      ]);
    });
  });

  describe('a worker with @toolwire/validate/ajv', () => {
    it('loads where code generation is allowed', async () => {
      expect(await outputOf('node', ['load.js'], await withAjv())).toBe('loaded\n');
    });

    it('names the alternative validator where code generation is forbidden', async () => {
      const output = await outputOf('node', [noCodeGeneration, 'load.js'], await withAjv());
      const { message } = JSON.parse(output) as { readonly message: string };
      expect(message).toContain("Tool 'Calculator.Add@1.0.0' cannot be served: This platform forbids code generation");
      expect(message).toContain("noEval(), imported from '@toolwire/validate/no-eval'");
    });
  });
}
