import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Ground, once } from '../src/ground.ts';
import { type Files, writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';

/** Apps as people have them, before they get tools. */
const apps: Readonly<Record<string, Files>> = {
  express: {
    'src/app.ts': `import express from 'express';

export const app = express();
app.get('/', (_request, response) => void response.send('as before'));
`,
  },
  koa: {
    'src/app.ts': `import Koa from 'koa';

export const app = new Koa();
app.use((context) => {
  context.body = 'as before';
});
`,
  },
  fastify: {
    'src/app.ts': `import { fastify } from 'fastify';

export const app = fastify({ logger: false });
app.get('/', () => 'as before');
`,
  },
  hono: {
    'src/app.ts': `import { Hono } from 'hono';

export const app = new Hono();
app.get('/', (context) => context.text('as before'));
`,
  },
  next: { 'app/page.ts': 'export default function page(): string {\n  return "as before";\n}\n' },
};

/** The output of `npm create toolwire`, for a new project and in existing apps, as the strictest compiler sees it. */
export function createSuite(ground: Ground): void {
  const written = once(async () => {
    const folder = join(await ground.shared(), 'created');
    const program = join(await ground.shared(), 'node_modules/create-toolwire/dist/bin.js');
    for (const [host, files] of Object.entries(apps)) {
      const manifest = {
        name: host,
        type: 'module',
        dependencies: { [host]: '*' },
        devDependencies: { typescript: '*' },
      };
      writeFiles(join(folder, host), { ...files, 'package.json': JSON.stringify(manifest) });
      await outputOf('node', [program, '--yes', '--no-install', '.'], join(folder, host));
    }
    await outputOf('node', [program, '--yes', '--no-install', 'project'], folder);
    const own = JSON.parse(readFileSync(join(folder, 'project/tsconfig.json'), 'utf8')) as {
      readonly compilerOptions: object;
    };
    writeFiles(folder, {
      'tsconfig.json': JSON.stringify({ ...own, include: [...Object.keys(apps), 'project'], exclude: [] }),
    });
    return folder;
  });

  it.each(['typescript5', 'typescript6', 'typescript7'])(
    'compiles the output of create-toolwire, projects and mounts, under the strictest options of %s',
    async (compiler) => {
      const folder = await written();
      for (const host of Object.keys(apps).filter((name) => name !== 'next')) {
        expect(readFileSync(join(folder, host, 'src/app.ts'), 'utf8')).toContain('@toolwire/');
      }
      const program = join(await ground.shared(), 'node_modules', compiler, 'bin/tsc');
      await outputOf('node', [program, '--project', folder, '--pretty', 'false'], folder);
    },
  );
}
