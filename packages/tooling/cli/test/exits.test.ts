import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { apiKey } from '@toolwire/auth';
import { defineTool, silentLogger, toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { commands } from '../src/command-line/commands.ts';
import { untilAborted } from '../src/terminal/terminal.ts';
import { type Cli, type Ended, openCli } from './support/cli-process.ts';
import { type OfficialServer, startModernServer } from './support/official-http.ts';
import { type PlainServer, startPlainServer } from './support/plain-server.ts';
import { startsProgram } from './support/programs.ts';
import { createTestServer } from './support/tools.ts';

type Listening = Awaited<ReturnType<ReturnType<typeof createTestServer>['listen']>>;

const official = startsProgram('official-server');
const key = 'a-key-of-the-tests-0123456789-0123456789';
const fromSource = ['--conditions=@toolwire/source', '--import', import.meta.resolve('tsx')];
const program = fileURLToPath(new URL('../src/bin.ts', import.meta.url));

let cli: Cli;
let ours: Listening;
let guarded: Listening;
let modern: OfficialServer;
let plain: PlainServer;
beforeAll(async () => {
  [cli, ours, guarded, modern, plain] = await Promise.all([
    openCli(),
    createTestServer().listen(0, { closeOnSignals: false }),
    createTestServer({ apiKey: key }).listen(0, { closeOnSignals: false }),
    startModernServer(),
    startPlainServer(),
  ]);
  await writeFiles();
});
afterAll(async () => {
  modern.close();
  await Promise.all([cli.remove(), ours.close(), guarded.close(), plain.close()]);
});

/** Files that stand for what cannot be made while a test runs. */
async function writeFiles(): Promise<void> {
  const tool = (version: string, type: string): object => ({
    id: `A.B@${version}`,
    version,
    description: 'One.',
    input_schema: { parameters: { type: 'object', properties: { a: { type } }, required: ['a'] } },
  });
  const recorded = (value: number): string =>
    `${JSON.stringify({ v: 1, at: '2026-01-01T00:00:00Z', toolId: 'Calculator.Add', input: { a: 1, b: 2 }, outcome: { kind: 'value', value }, durationMs: 1 })}\n`;
  const files = {
    'a.json': JSON.stringify({ tools: [tool('1.0.0', 'number')] }),
    'b.json': JSON.stringify({ tools: [tool('1.0.1', 'integer')] }),
    'unversioned.json': '{"tools":[{"id":"add","version":""}]}',
    'api.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      paths: { '/orders': { get: { operationId: 'listOrders', responses: {} } } },
    }),
    'same.jsonl': recorded(3),
    'other.jsonl': recorded(4),
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(cli.folder, name), text)));
}

const file = (name: string): string => join(cli.folder, name);
const isAll = process.env['TEST_SCOPE'] === 'all';
const run = (args: readonly string[]): Promise<Ended> => cli.run(args);

const unreachable = 'http://127.0.0.1:1';
const runsUntilCtrlC = 'it runs until Ctrl-C, as its own tests have it';
const hasNoServer = 'it connects to no server';
type Typed = (() => readonly string[]) | string;

/** Commands that end with 0, 1, 2 and 3, or the reason why there is no such case. */
const ends: Readonly<Record<string, readonly [Typed, Typed, Typed, Typed]>> = {
  dev: [
    runsUntilCtrlC,
    'a program that fails does not end the loop',
    () => ['--port', 'x'],
    'a program without tools is waited for',
  ],
  list: [() => [ours.url], () => [guarded.url], () => [], () => [unreachable]],
  show: [
    () => [ours.url, 'Calculator.Add'],
    () => [guarded.url, 'Calculator.Add'],
    () => [ours.url, 'Calculator.Sub'],
    () => [unreachable, 'Calculator.Add'],
  ],
  call: [
    () => [ours.url, 'Calculator.Add', 'a=1', 'b=2'],
    () => [ours.url, 'Calculator.Add', 'a=x'],
    () => [ours.url, 'Calculator.Add', 'a:={'],
    () => [unreachable, 'Calculator.Add', 'a=1', 'b=2'],
  ],
  check: [
    () => [ours.url, '--only', 'Health', '--wire', 'otc'],
    () => [plain.url, '--only', 'Health', '--wire', 'otc', '--expected-failures', file('same.jsonl')],
    () => [ours.url, '--revision', '1999-01-01'],
    () => [unreachable],
  ],
  diff: [
    () => [file('a.json'), file('a.json')],
    () => [file('a.json'), file('b.json')],
    () => [file('a.json')],
    () => [file('a.json'), unreachable],
  ],
  gen: [() => [ours.url], () => [file('unversioned.json')], () => [ours.url, '--check'], () => [unreachable]],
  export: [
    () => [ours.url, '--to', 'openai'],
    () => [guarded.url, '--to', 'openai'],
    () => [ours.url, '--to', 'word'],
    () => [unreachable, '--to', 'openai'],
  ],
  import: [
    () => [file('api.json')],
    () => [file('api.json'), '--out', file('out'), '--tag', 'unknown'],
    () => ['no-such-file.yaml'],
    hasNoServer,
  ],
  bridge: [
    'its own tests have it, since it takes the stdin of its process',
    () => [guarded.url],
    () => [ours.url, '--serve', '70000'],
    () => [unreachable],
  ],
  configure: [
    () => ['cursor', `${ours.url}/mcp`, '--file', file('cursor.json'), '--yes'],
    () => ['cursor', '--undo', '--name', 'none', '--file', file('none.json'), '--yes'],
    () => ['word'],
    () => ['cursor', unreachable, '--file', file('cursor.json')],
  ],
  inspect: [runsUntilCtrlC, () => [guarded.url], () => [ours.url, '--port', 'x'], () => [unreachable]],
  record: [
    runsUntilCtrlC,
    () => [guarded.url, '--out', file('calls.jsonl')],
    () => [ours.url],
    () => [unreachable, '--out', file('calls.jsonl')],
  ],
  replay: [
    () => [file('same.jsonl'), ours.url],
    () => [file('other.jsonl'), ours.url],
    () => [file('none.jsonl'), ours.url],
    () => [file('same.jsonl'), unreachable],
  ],
  doctor: [
    'it looks at the whole machine, as its own tests have it',
    'it looks at the whole machine, as its own tests have it',
    () => ['word'],
    'a server without a response is a finding',
  ],
  completion: [() => ['bash'], hasNoServer, () => ['tcsh'], hasNoServer],
};

describe('the exit codes of toolwire', () => {
  it('have a row for every command', () => {
    expect(Object.keys(ends).sort()).toEqual(commands.map(({ name }) => name).sort());
  });

  const rows = Object.entries(ends).flatMap(([name, args]) =>
    args.flatMap((each, code) => (typeof each === 'string' ? [] : [{ name, code, typed: each }])),
  );
  it.each(rows)('ends $name with $code, with the reason only on stderr', async ({ name, code, typed: args }) => {
    const ended = await run([name, ...args()]);
    expect(ended, ended.stderr).toMatchObject({ code });
    if (code > 1) {
      expect(ended.stdout).toBe('');
      expect(ended.stderr).toMatch(/^toolwire: \S/m);
    }
  });
});

it.each([
  ['--wire', 'foo'],
  ['--timeout', 'abc'],
])('toolwire dev ends with 2 for %s %s, before it starts the program', async (...flag) => {
  expect(await run(['dev', ...flag])).toMatchObject({ code: 2, stderr: expect.stringContaining(flag[0]) as unknown });
});

/** A connection to a distant server takes longer than the exit of a process. */
const slowCancel = `data:text/javascript,${encodeURIComponent(`
  const send = globalThis.fetch;
  globalThis.fetch = async (url, init) => {
    if (url.endsWith('/tools/cancel')) await new Promise((resolve) => setTimeout(resolve, 300));
    return send(url, init);
  };
`)}`;

it('an interrupted call is canceled at the server', async () => {
  let isRunning = false;
  let isCanceled = false;
  const wait = defineTool({
    id: 'Tests.Wait',
    version: '1.0.0',
    description: 'Waits.',
    input: { type: 'object' },
    run: async (_input, { signal }) => {
      isRunning = true;
      await untilAborted(signal);
      isCanceled = true;
      return null;
    },
  });
  const auth = apiKey({ keys: { tester: key } });
  const server = await toolwire({ tools: [wait], auth, logger: silentLogger }).listen(0, { closeOnSignals: false });
  onTestFinished(() => server.close({ deadlineMs: 0 }));
  const args = ['call', server.url, 'Tests.Wait', '--api-key', key, '--wire', 'otc'];
  const typed = [...fromSource, '--import', slowCancel, program, ...args];
  const child = spawn(process.execPath, typed, { stdio: 'ignore' });
  await vi.waitFor(() => expect(isRunning).toBe(true), 30_000);
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([130, null]);
  // Without a cancellation, the call continues for ten seconds.
  await vi.waitFor(() => expect(isCanceled).toBe(true), 8000);
});

describe('toolwire with every kind of server', () => {
  const add = 'Calculator.Add';
  it.each([
    ['toolwire over Open Tool Calling', add, '3', () => [ours.url]],
    ['toolwire over MCP', add, '3', () => [`${ours.url}/mcp`]],
    ['toolwire over Arcade', add, '3', () => [`${ours.url}/worker`]],
    ['a plain server over Open Tool Calling', 'Plain.Add', '3', () => [plain.url]],
    ['an official server over HTTP', 'add', '3 Ulm', () => [modern.url]],
    // A process for each command, which `targets.test.ts` and `call.test.ts` have as well.
    ...(isAll ? ([['an official server over stdio', 'add', '3', () => ['--', ...official]]] as const) : []),
  ] as const)('lists, shows, calls, exports and compares the tools of %s', async (_name, tool, sum, targetOf) => {
    const target = targetOf();
    const [first] = target;
    const isSpawned = first === '--';
    const with_ = (...words: readonly string[]): readonly string[] =>
      isSpawned ? [...words, ...target] : [words[0] ?? '', ...target, ...words.slice(1)];
    const listed = await run(with_('list', '--json'));
    expect(listed.code).toBe(0);
    const { tools } = JSON.parse(listed.stdout) as { readonly tools: readonly { readonly id: string }[] };
    const ids = new Set(tools.map(({ id }) => id.replace(/@.*/, '')));
    expect(ids).toContain(tool);
    const shown = await run(with_('show', tool));
    expect(shown.stdout).toMatch(/ a +number {2}required/);
    const city = sum.includes('Ulm') ? ['city=Ulm'] : [];
    expect(await run(with_('call', tool, 'a=1', 'b=2', ...city))).toMatchObject({ code: 0, stdout: `${sum}\n` });
    const exported = await run(with_('export', '--to', 'openai'));
    expect(exported.code).toBe(0);
    expect(JSON.parse(exported.stdout)).toHaveLength(ids.size);
    await writeFile(file('earlier.json'), listed.stdout);
    const same = { code: 0, stdout: '✓ Nothing has changed.\n' };
    expect(await run(['diff', file('earlier.json'), ...target])).toMatchObject(same);
    const generated = await run(with_('gen'));
    // A server that lists no versions has no Open Tool Calling tools.
    expect(generated.code).toBe(tool === 'add' ? 1 : 0);
  });
});

it('ends as usual if the reader of stderr has left', async () => {
  const child = spawn(process.execPath, [...fromSource, program, 'nothing'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr.destroy();
  const [code] = (await once(child, 'close')) as readonly unknown[];
  expect(code).toBe(2);
});
