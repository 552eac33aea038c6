import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type BuiltCli, buildCli } from './support/cli-process.ts';
import { startSessionServer } from './support/official-http.ts';
import { startsProgram } from './support/programs.ts';
import { createTestServer } from './support/tools.ts';

const key = 'a-key-of-the-tests-0123456789-0123456789';
const official = startsProgram('official-server');

let cli: BuiltCli;
let guarded: Awaited<ReturnType<ReturnType<typeof createTestServer>['listen']>>;
let open: typeof guarded;
beforeAll(async () => {
  cli = await buildCli();
  guarded = await createTestServer({ apiKey: key }).listen(0, { closeOnSignals: false });
  open = await createTestServer().listen(0, { closeOnSignals: false });
});
afterAll(() => Promise.all([cli.remove(), guarded.close(), open.close()]));

// Each is a separate process: all of them with `--all`.
const isAll = process.env['TEST_SCOPE'] === 'all';

const targets = [
  ['Open Tool Calling', 'Calculator.Add', 15, () => [guarded.url, '--api-key', key]],
  ['MCP over HTTP', 'Calculator.Add', 15, () => [`${open.url}/mcp`]],
  ['Arcade', 'Calculator.Add', 15, () => [`${open.url}/worker`]],
  ['MCP over stdio', 'official.add', '15', () => ['--', ...official]],
] as const;

it.each(isAll ? targets : targets.slice(2))(
  'toolwire inspect shows the tools of a server of %s in its page, and calls them',
  async (_wire, id, sum, args) => {
    const child = spawn(process.execPath, [join(cli.folder, 'bin.mjs'), 'inspect', '--json', ...args()], {
      env: { PATH: process.env['PATH'] },
    });
    onTestFinished(() => void child.kill());
    const ended = once(child, 'exit');
    const [text] = (await once(child.stdout, 'data')) as [Buffer];
    const { url, tools } = JSON.parse(text.toString()) as { readonly url: string; readonly tools: readonly string[] };
    expect(tools.some((tool) => tool.startsWith(`${id}@`))).toBe(true);
    const html = await (await fetch(url)).text();
    const token = /name="inspector-token" content="([\w-]+)"/.exec(html)?.[1] ?? '';
    const state = await fetch(`${url}/state`, { headers: { 'x-toolwire-inspector': token } });
    const told = (await state.json()) as { readonly tools: readonly { readonly id: string }[] };
    expect(told.tools.map((tool) => tool.id)).toContain(id);
    const toolKey = tools.find((tool) => tool.startsWith(`${id}@`)) ?? '';
    const models = await fetch(`${url}/models?tool=${toolKey}`, { headers: { 'x-toolwire-inspector': token } });
    const { apis } = (await models.json()) as {
      readonly apis: readonly { readonly api: string; readonly definition: string }[];
    };
    expect(apis).toHaveLength(7);
    expect(apis.find(({ api }) => api === 'Anthropic')?.definition).toContain('"input_schema":');
    const call = await fetch(new URL('/tools/call', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ request: { tool_id: id, input: { a: 10, b: 5 } } }),
    });
    expect(await call.json()).toMatchObject({ result: { success: true, value: sum } });
    expect((await fetch(`${url}/state`)).status).toBe(403);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  },
);

/** Starts the page for a server, and gives where it is. */
async function inspectAt(...args: readonly string[]): Promise<{ readonly url: string; readonly stderr: () => string }> {
  const child = spawn(process.execPath, [join(cli.folder, 'bin.mjs'), 'inspect', '--json', ...args], {
    env: { PATH: process.env['PATH'] },
  });
  onTestFinished(() => void child.kill());
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => void (stderr += chunk.toString()));
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: (JSON.parse(text.toString()) as { readonly url: string }).url, stderr: () => stderr };
}

/** A client as the page is one, which answers what it is asked. */
async function askedClient(url: string, mode: 'legacy' | 'auto', asked: string[]): Promise<Client> {
  const client = new Client(
    { name: 'tests', version: '1.0.0' },
    { capabilities: { elicitation: { form: {}, url: {} } }, versionNegotiation: { mode } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    const content =
      params.message === 'Who are you?' ? { name: `Ada ${mode}` } : { city: 'Rome', nights: 2, room: 'double' };
    return { action: 'accept', content };
  });
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)));
  return client;
}

it.each((['legacy', 'auto'] as const).slice(0, isAll ? 2 : 1))(
  'toolwire inspect shows the requests of an official server with sessions to the right one of two concurrent callers (%s)',
  async (mode) => {
    const sessions = await startSessionServer();
    onTestFinished(() => sessions.close());
    const { url } = await inspectAt(sessions.url);
    const asked: string[] = [];
    const [one, other] = await Promise.all([askedClient(url, mode, asked), askedClient(url, 'legacy', asked)]);
    const answers = await Promise.all([one, other].map((client) => client.callTool({ name: 'greet', arguments: {} })));
    expect(answers.map(({ content }) => JSON.stringify(content))).toEqual([
      expect.stringContaining(`accept Ada ${mode}`),
      expect.stringContaining('accept Ada legacy'),
    ]);
    expect(asked).toEqual(['Who are you?', 'Who are you?']);
  },
);

it.each((['legacy', 'auto'] as const).slice(isAll ? 0 : 1))(
  'toolwire inspect shows all input requests of a tool to its caller (%s)',
  async (mode) => {
    const { url, stderr } = await inspectAt(`${open.url}/mcp`);
    const asked: string[] = [];
    const client = await askedClient(url, mode, asked);
    const { structuredContent } = await client.callTool({ name: 'Tests_Ask', arguments: {} });
    expect(structuredContent).toMatchObject({
      stay: { action: 'accept', content: { city: 'Rome', nights: 2, room: 'double' } },
      page: { action: 'accept' },
    });
    expect(asked).toEqual([expect.stringContaining('Where '), 'Pay']);
    expect(stderr()).not.toContain('Input requested');
  },
);

it('toolwire inspect ends the call of a caller without input support, and shows what the tool requests', async () => {
  const { url } = await inspectAt(`${open.url}/mcp`);
  const call = await fetch(new URL('/tools/call', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ request: { tool_id: 'Tests.Ask', input: {} } }),
  });
  expect(JSON.stringify(await call.json())).toContain('The tool needs more than its parameters: Where ');
});

it('toolwire inspect reports that the inspector is off in production', async () => {
  const { code, stderr } = await cli.run(['inspect', open.url], { environment: { NODE_ENV: 'production' } });
  expect(stderr).toContain('NODE_ENV is production');
  expect(code).not.toBe(0);
});
