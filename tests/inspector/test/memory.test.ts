import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The page is a text of the inspector's; here a short one stands for it. */
const page: Plugin = {
  name: 'page',
  setup(builder) {
    builder.onResolve({ filter: /\?page$/ }, ({ path }) => ({ path, namespace: 'page' }));
    builder.onLoad({ filter: /.*/, namespace: 'page' }, () => ({
      contents: "export const script = '', style = '', scriptHash = 'sha256-', styleHash = 'sha256-';",
    }));
  },
};

describe('What the server holds of the inspector', () => {
  let folder: string;
  let part: string | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolwire-inspector-'));
    const { metafile } = await build({
      entryPoints: [fileURLToPath(new URL('../src/program.ts', import.meta.url))],
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      conditions: ['@toolwire/source'],
      metafile: true,
      plugins: [page],
      logLevel: 'error',
    });
    // What is loaded when it is asked for is a file of its own.
    part = Object.keys(metafile.outputs).find((output) =>
      Object.keys(metafile.outputs[output]?.inputs ?? {}).some((input) => input.endsWith('/create-inspector.ts')),
    );
  });

  afterAll(() => rm(folder, { recursive: true }));

  async function run(variables: Readonly<Record<string, string>>): Promise<object> {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'program.mjs')], {
      env: { PATH: process.env['PATH'], PART: basename(part ?? 'none'), ...variables },
    });
    return JSON.parse(stdout) as object;
  }

  test('is nothing where nobody has asked for one', async () => {
    expect(await run({})).toEqual({ status: 404, before: false, after: false });
    expect(await run({ INSPECTOR: 'false' })).toEqual({ status: 404, before: false, after: false });
  });

  test('is nothing in production', async () => {
    const variables = { INSPECTOR: 'true', NODE_ENV: 'production' };
    expect(await run(variables)).toEqual({ status: 404, before: false, after: false });
  });

  test('is nothing before somebody opens the page, and then all of it', async () => {
    expect(await run({ INSPECTOR: 'true' })).toEqual({ status: 200, before: false, after: true });
  });
});
