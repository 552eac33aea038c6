import { spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { createClient } from '@toolwire/client';
import { defineTool, toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { medianOf, toolFor } from '../src/commands/replay.ts';
import { differences } from '../src/record/differences.ts';
import { type BuiltCli, buildCli, type Cli, openCli } from './support/cli-process.ts';
import { anyText, listWith, textWith } from './support/matchers.ts';
import { createTestServer } from './support/tools.ts';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let built: BuiltCli;
let cli: Cli;
let server: Awaited<ReturnType<ReturnType<typeof createTestServer>['listen']>>;
let file: string;
beforeAll(async () => {
  [built, cli, server] = await Promise.all([
    buildCli(),
    openCli(),
    createTestServer().listen(0, { closeOnSignals: false }),
  ]);
  file = join(cli.folder, 'calls.jsonl');
  await recordCalls();
});
afterAll(() => Promise.all([built.remove(), cli.remove(), server.close()]));

/** Starts a recorder, and returns its URL and its exit code. */
async function startRecorder(
  args: readonly string[],
): Promise<{ readonly url: string; readonly ended: Promise<unknown> }> {
  const recorder = spawn(process.execPath, [join(built.folder, 'bin.mjs'), 'record', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => recorder.on('close', resolve));
  const url = await new Promise<string>((resolve) => {
    createInterface({ input: recorder.stderr }).on('line', (line) => {
      const [, found] = /^Call (\S+) instead of/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return { url, ended };
}

/** Makes some calls through a recorder, which stops after them. */
async function recordCalls(): Promise<void> {
  const { url, ended } = await startRecorder([server.url, '--out', file, '--calls', '4', '--json']);
  const client = createClient({ url, retry: false });
  expect(await client.call('Calculator.Add', { a: 10, b: 5 })).toMatchObject({ kind: 'value', value: 15 });
  await client.call('Calculator.Add@1.1.0', { a: 'ten', b: 5 });
  await client.call('Tests.Secret', {}, { context: { secrets: [{ id: 'WEATHER_KEY', value: 'rain-or-shine' }] } });
  await client.call(
    'Tests.Echo',
    { text: 'the word is rain-or-shine', count: 1 },
    {
      context: { secrets: [{ id: 'OTHER', value: 'rain-or-shine' }] },
    },
  );
  expect(await ended).toBe(0);
}

describe('toolwire record', () => {
  it('writes each call and its outcome, without secrets', async () => {
    const text = await readFile(file, 'utf8');
    const calls = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(calls).toMatchObject([
      { v: 1, toolId: 'Calculator.Add', input: { a: 10, b: 5 }, outcome: { kind: 'value', value: 15 } },
      { toolId: 'Calculator.Add@1.1.0', outcome: { kind: 'invalid', parameterErrors: { a: anyText } } },
      { toolId: 'Tests.Secret', outcome: { kind: 'value', value: 'told' } },
      { toolId: 'Tests.Echo', input: { text: 'the word is [masked]', count: 1 } },
    ]);
    expect(text).not.toContain('rain-or-shine');
  });

  it('finishes a call that runs when the limit is reached, and does not record it', async () => {
    let start = (): void => {};
    let finish = (_text: string): void => {};
    const started = new Promise<void>((resolve) => (start = resolve));
    const finished = new Promise<string>((resolve) => (finish = resolve));
    const wait = defineTool({
      id: 'Tests.Wait',
      version: '1.0.0',
      description: 'Waits.',
      input: z.object({}),
      output: z.string(),
      run() {
        start();
        return finished;
      },
    });
    const quick = defineTool({ ...wait, id: 'Tests.Quick', run: () => 'quick' });
    const slow = await toolwire({ tools: [wait, quick], logger: quiet }).listen(0, { closeOnSignals: false });
    onTestFinished(() => slow.close());
    const recording = join(cli.folder, 'one.jsonl');
    const { url, ended } = await startRecorder([slow.url, '--out', recording, '--calls', '1']);
    // A connection without a request does not keep the recorder running.
    const idle = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
    onTestFinished(() => void idle.destroy());
    const client = createClient({ url, retry: false });
    const waiting = client.call('Tests.Wait');
    await started;
    expect(await client.call('Tests.Quick')).toMatchObject({ kind: 'value', value: 'quick' });
    // The recorder stops after the first call.
    await vi.waitFor(() => expect(fetch(url)).rejects.toThrow('fetch failed'));
    finish('x'.repeat(1_000_000));
    expect(await waiting).toMatchObject({ kind: 'value' });
    expect(await ended).toBe(0);
    expect((await readFile(recording, 'utf8')).trim().split('\n')).toHaveLength(1);
  });

  it('ends after its last call, even if another request never gets a response', async () => {
    let start = (): void => {};
    const started = new Promise<void>((resolve) => (start = resolve));
    const stuck = createServer((request, response) => {
      if (request.url === '/stuck') return start();
      fetch(`${server.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { 'content-type': 'application/json' },
        ...(request.method === 'POST' && { body: request as never, duplex: 'half' }),
      }).then(
        async (answer) => response.writeHead(answer.status, [...answer.headers].flat()).end(await answer.text()),
        () => response.destroy(),
      );
    });
    await new Promise<void>((resolve) => stuck.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      stuck.close();
      stuck.closeAllConnections();
    });
    const { port } = stuck.address() as AddressInfo;
    const recording = join(cli.folder, 'stuck.jsonl');
    const { url, ended } = await startRecorder([`http://127.0.0.1:${port}`, '--out', recording, '--calls', '1']);
    const broken = fetch(`${url}/stuck`).catch((thrown: unknown) => thrown);
    await started;
    await createClient({ url, retry: false }).call('Calculator.Add', { a: 1, b: 2 });
    expect(await ended).toBe(0);
    expect(await broken).toBeInstanceOf(TypeError);
  });

  it.skipIf(process.platform === 'win32')('creates a file that no other user of the machine can read', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it.each([
    [['http://127.0.0.1:1'], '--out FILE is required'],
    [['./tools.mjs', '--out', 'x'], 'toolwire record takes one URL'],
    [['http://127.0.0.1:1', '--out', 'x', '--port', '70000'], '--port must be a port up to 65535'],
    [['http://127.0.0.1:1', '--out', 'x', '--calls', '0'], "--calls must be a whole number from 1, got '0'"],
    [['http://127.0.0.1:1', '--out', 'x', '--calls', '0x10'], "--calls must be a whole number from 1, got '0x10'"],
  ])('ends %j with 2', async (args, message) => {
    const { code, stderr } = await cli.run(['record', ...args]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: textWith(message) });
  });

  it('ends with 1 for a server of another protocol, and with 3 without a server', async () => {
    expect((await cli.run(['record', `${server.url}/mcp`, '--out', file])).code).toBe(2);
    expect((await cli.run(['record', 'http://127.0.0.1:1', '--out', file])).code).toBe(3);
  });
});

describe('toolwire replay', () => {
  it('repeats the calls of read-only tools, and refuses other calls', async () => {
    const { code, stdout } = await cli.run(['replay', file, server.url, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      counts: { same: 2, different: 0, gone: 0, not_read_only: 2, masked: 0 },
      calls: [
        { state: 'same' },
        { state: 'same' },
        { toolId: 'Tests.Secret', state: 'not_read_only' },
        { state: 'not_read_only' },
      ],
    });
    expect(code).toBe(1);
    const allowed = await cli.run(['replay', file, server.url, '--json', '--allow-effects']);
    // The recording does not contain the secret, so the replayed call has none.
    expect(JSON.parse(allowed.stdout)).toMatchObject({
      calls: [
        {},
        {},
        {
          state: 'different',
          differences: listWith({ path: '$.kind', before: 'value', after: 'refused' }),
        },
        { state: 'masked' },
      ],
    });
  });

  it('repeats calls of other tools only with --allow-effects, as often as recorded', async () => {
    const ordered: string[] = [];
    const order = defineTool({
      id: 'Orders.Create',
      version: '1.0.0',
      description: 'Orders.',
      input: z.object({ what: z.string().describe('What.') }),
      output: z.number(),
      run: ({ what }) => ordered.push(what),
    });
    const shop = await toolwire({ tools: [order], logger: quiet }).listen(0, { closeOnSignals: false });
    onTestFinished(() => shop.close());
    const recording = join(cli.folder, 'orders.jsonl');
    const outcomes = [1, 2].map((value) =>
      JSON.stringify({
        v: 1,
        toolId: 'Orders.Create@1.0.0',
        input: { what: `bell ${value}` },
        outcome: { kind: 'value', value },
        durationMs: 1,
      }),
    );
    await writeFile(recording, `${outcomes.join('\n')}\n`);
    const refused = await cli.run(['replay', recording, shop.url]);
    expect(refused).toMatchObject({
      code: 1,
      stdout: textWith('not called, because it is not marked read-only (see --allow-effects)'),
    });
    expect(ordered).toEqual([]);
    const allowed = await cli.run(['replay', recording, shop.url, '--allow-effects']);
    expect(allowed).toMatchObject({ code: 0, stdout: textWith('2 same, 0 different') });
    expect(ordered).toEqual(['bell 1', 'bell 2']);
  });

  it('shows the differences of another version by JSON path, except for ignored paths', async () => {
    const add = defineTool({
      id: 'Calculator.Add',
      version: '2.0.0',
      description: 'Adds two numbers, and one.',
      input: z.object({ a: z.number().describe('One.'), b: z.number().describe('Another.') }),
      output: z.number(),
      annotations: { readOnly: true },
      run: ({ a, b }) => a + b + 1,
    });
    const other = await toolwire({ tools: [add], logger: quiet }).listen(0, { closeOnSignals: false });
    onTestFinished(() => other.close());
    const { code, stdout } = await cli.run(['replay', file, other.url]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Calculator\.Add {2}differs {2}\d+ ms → \d+ ms\n {2}\$\.value: 15 → 16\n/);
    expect(stdout).toContain('\nCalculator.Add@1.1.0 (called Calculator.Add@2.0.0)  same  ');
    expect(stdout).toContain('Tests.Secret  no longer exists\n');
    expect(stdout).toMatch(/\n1 same, 1 different, 2 gone, 0 not called; median \d+ ms before, \d+ ms now\n$/);
    const ignored = await cli.run(['replay', file, other.url, '--ignore', '$.value']);
    expect(ignored.stdout).toMatch(/^Calculator\.Add {2}same/);
  });

  it('calls the latest version if the recorded one no longer exists, in any order of the listing', () => {
    const versions = ['1.2.0', '1.10.0', '1.9.0'].map((version) => ({
      toolId: `A.B@${version}`,
      id: 'A.B',
      name: 'A_B',
      version,
      description: '',
      inputSchema: {},
      outputSchema: {},
    }));
    const call = { v: 1, toolId: 'A.B@1.0.0', input: {}, outcome: { kind: 'value' }, durationMs: 1 } as const;
    expect(toolFor(call.toolId, versions)?.version).toBe('1.10.0');
  });

  it.each([
    [[], 0],
    [[30], 30],
    [[20, 10], 15],
    [[30, 10, 20], 20],
  ])('shows the median of %j as %d', (durations, median) => {
    expect(medianOf(durations)).toBe(median);
  });

  it('compares every member and item', () => {
    const before = { a: [1, { b: 'x', t: 1 }], c: null, gone: 1 };
    const after = { a: [1, { b: 'y', t: 2 }, 3], c: null, 'is new': 1 };
    expect(differences(before, after, ['$.a[*].t'])).toEqual([
      { path: '$.a[1].b', before: 'x', after: 'y' },
      { path: '$.a[2]', after: 3 },
      { path: '$.gone', before: 1 },
      { path: '$["is new"]', after: 1 },
    ]);
    expect(differences(before, after, ['$.a.*.t', '$.a[*].b', '$.*[2]', '$.g*', '$.*'])).toEqual([]);
    expect(differences(before, after, ['$.a.*', '$.g*']).map(({ path }) => path)).toEqual(['$["is new"]']);
  });
});
