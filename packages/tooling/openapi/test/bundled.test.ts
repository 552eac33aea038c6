import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const validator = '@seriousme/openapi-schema-validator';
const documents = ['2.0', '3.0.3', '3.1.0', '3.2.0'].map((version) => ({
  [version === '2.0' ? 'swagger' : 'openapi']: version,
  info: { title: 'Shop' },
  paths: { '/orders': { get: { operationId: 'listOrders', responses: { 200: { description: 'Orders.' } } } } },
}));

/** A server that reads its documents at startup, and prints the operations and problems, or the error code. */
function program(options: object): string {
  return `import { readOpenApi } from '@toolwire/openapi';
const lines = ${JSON.stringify(documents)}.map((document) =>
  readOpenApi(document, ${JSON.stringify(options)}).then(
    ({ operations, problems }) => [operations.length, ...problems].join(' '),
    ({ code, message }) => code + ' ' + message,
  ),
);
Promise.all(lines).then((all) => console.log(JSON.stringify(all)));`;
}

describe.each(['cjs', 'esm'] as const)('a bundle (%s) that reads OpenAPI documents', (format) => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function printed(options: object, external: readonly string[] = []): Promise<readonly string[]> {
    const outfile = join(folder, format === 'cjs' ? 'server.cjs' : 'server.mjs');
    await build({
      stdin: { contents: program(options), resolveDir: import.meta.dirname, loader: 'ts' },
      outfile,
      bundle: true,
      format,
      platform: 'node',
      target: 'node20',
      conditions: ['@toolwire/source'],
      external: [...external],
      logLevel: 'error',
      // Some libraries call `require`, which ES modules don't have.
      ...(format === 'esm' && {
        banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      }),
    });
    const { stdout } = await run(process.execPath, [outfile], { cwd: folder });
    return JSON.parse(stdout) as readonly string[];
  }

  test('checks them if the validator is external and installed', async () => {
    const installed = join(folder, 'node_modules', validator);
    await mkdir(dirname(installed), { recursive: true });
    await symlink(fileURLToPath(new URL(`../node_modules/${validator}`, import.meta.url)), installed);
    const wrong = "1 /info: must have required property 'version'";
    expect(await printed({}, [validator])).toEqual(documents.map(() => wrong));
  });

  test('reads them without the validator if it does not check them', async () => {
    expect(await printed({ validate: false }, [validator])).toEqual(documents.map(() => '1'));
  });

  test.each([
    ['is in the bundle', []],
    ['is external and not installed', [validator]],
  ])('names the setting if the validator %s', async (_, external) => {
    const lines = await printed({}, external);
    const setting = /^TW_OPENAPI_BUNDLED .*Make the package external in your bundler/;
    expect(lines).toEqual(documents.map(() => expect.stringMatching(setting) as string));
  });
});
