import { gzipSync } from 'node:zlib';
import type { ToolInfo } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { afterEach, expect, test, vi } from 'vitest';
import { describeModels } from '../src/describe-models.ts';
import { createInspector } from '../src/index.ts';
import { diffLines } from '../src/page/diff.ts';
import { prettyJson } from '../src/page/json.ts';
import { script, style } from '../src/page/main.tsx?page';

afterEach(() => vi.unstubAllEnvs());

test('is off in production without an access check', () => {
  vi.stubEnv('NODE_ENV', 'production');
  const off = createInspector({ wires: [otc()] });
  expect([off.wire.routes, off.use, off.around]).toEqual([[], [], []]);
  const auth = { verify: () => ({ state: 'accepted' }) as const };
  expect(createInspector({ wires: [otc()], auth }).wire.routes).toHaveLength(6);
});

test('is added to the protocols of a server', () => {
  const wires = [otc()];
  const { wire, use, around } = createInspector({ wires, path: '/look' });
  const server = createToolServer({ tools: [], wires: [...wires, wire], use, around });
  expect(server.paths).toEqual(
    expect.arrayContaining(['/tools', '/look', '/look/state', '/look/feed', '/look/models', '/look/tasks']),
  );
});

test.each([
  [
    'is not installed',
    Object.assign(new Error("Cannot find package 'models'"), { code: 'ERR_MODULE_NOT_FOUND' }),
    'npm install',
  ],
  ['throws when it is loaded', new Error('/home/ada/secret.js is broken'), 'To see why'],
])('shows what to do if the model package %s, without its error', async (_how, thrown, advice) => {
  const models = (): Promise<never> => Promise.reject(thrown);
  const tool = { id: 'Any.Tool', version: '1.0.0', inputSchema: {} } as ToolInfo;
  const answer = await describeModels({ tools: [tool] }, 'tool=Any.Tool%401.0.0', models);
  expect(answer.status).toBe(501);
  expect(answer.body).toContain(advice);
  expect(answer.body).not.toContain(thrown.message);
});

test('shows the required option if the options are not an object', () => {
  expect(() => createInspector('x' as never)).toThrow('expects an object, such as { wires: ');
});

test('rejects an invalid path at startup', () => {
  expect(() => createInspector({ wires: [], path: 'inspector' })).toThrow(
    "inspector.path must start with '/', not end with '/'",
  );
  expect(() => createInspector({ wires: [], path: '/my tools' })).toThrow(
    "and have only letters, digits and . _ ~ - between slashes, such as '/inspector', got a string.",
  );
});

test('its page has at most 64 kB, compressed', () => {
  expect(gzipSync(script + style).length).toBeLessThanOrEqual(64_000);
});

test('formats JSON over several lines, unless it is nested too deeply', () => {
  expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  expect(prettyJson(deep)).toBe(deep);
  expect(prettyJson('no JSON')).toBe('no JSON');
});

test('shows the differences of two results', () => {
  expect(diffLines('a\nb\nc', 'a\nx\nc')).toEqual([
    { mark: ' ', text: 'a' },
    { mark: '-', text: 'b' },
    { mark: '+', text: 'x' },
    { mark: ' ', text: 'c' },
  ]);
});
