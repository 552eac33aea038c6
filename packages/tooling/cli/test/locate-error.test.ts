import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { locateError } from '../src/dev/locate-error.ts';
import { locateTool } from '../src/dev/locate-tool.ts';

async function projectWith(name: string, lines: readonly string[]): Promise<{ root: string; file: string }> {
  const root = await mkdtemp(join(tmpdir(), 'toolwire-locate-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const file = join(root, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, lines.join('\n'));
  return { root, file };
}

it('a property of a tool is not looked for in the next tool', async () => {
  const { root, file } = await projectWith('tools.ts', [
    'export const first = defineTool({',
    "  id: 'A.B',",
    "  requirements: { authorization: [{ id: 'google' }] },",
    '  output: z.number(),',
    '});',
    'export const second = defineTool({',
    "  id: 'A.C',",
    "  description: '',",
    '});',
  ]);
  expect(locateTool(root, 'A.B', 'output')).toEqual({ file, line: 4 });
  expect(locateTool(root, 'A.B', 'description')).toEqual({ file, line: 2 });
  expect(locateTool(root, 'A.C', 'description')).toEqual({ file, line: 8 });
});

// The superuser can read every folder.
it.skipIf(process.getuid?.() === 0)('a folder that cannot be read hides no tool in other folders', async () => {
  const { root, file } = await projectWith('tools.ts', ["export const first = defineTool({ id: 'A.B' });"]);
  await mkdir(join(root, 'data'), { mode: 0 });
  expect(locateTool(root, 'A.B', 'id')).toEqual({ file, line: 1 });
});

it('an error other than a missing permission is thrown', async () => {
  const { file } = await projectWith('tools.ts', ["export const first = defineTool({ id: 'A.B' });"]);
  expect(() => locateTool(file, 'A.B', 'id')).toThrow('ENOTDIR');
});

it.each([
  ['an asynchronous frame', 'main.mjs'],
  ['a frame in a folder whose name begins with dots', '..generated/main.mjs'],
])('an error is located with %s', async (_what, name) => {
  const { root, file } = await projectWith(name, ["await Promise.reject(new Error('x'));"]);
  const stacks = [`Error: x\n    at async ${pathToFileURL(file).href}:1:1`];
  const crash = { message: 'x', code: undefined, help: undefined, stacks, output: '' };
  expect(locateError(crash, root).location).toBe(`${relative(process.cwd(), file)}:1`);
});
