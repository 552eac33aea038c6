import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturesOnStdio } from '../src/clients/fixtures-on-stdio.ts';
import { createFixtureServer } from '../src/fixtures/fixture-server.ts';
import { hosts } from '../src/hosts.ts';
import type { RunningServer } from '../src/listen-on.ts';

// The one official client that knows tasks; those of 2026-07-28 are the suite's alone.
const newClient = (): Client => {
  const client = new Client({ name: 'interop', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { confirm: true } }));
  return client;
};

/** What a client sees of a task, from its creation to what came of it. */
async function follow(client: Client, name: string, input: Record<string, unknown> = {}): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  const params = { name, arguments: input };
  const options = { task: { ttl: 60_000 } };
  for await (const message of client.experimental.tasks.callToolStream(params, CallToolResultSchema, options)) {
    if (message.type === 'taskCreated') seen.push('created');
    else if (message.type === 'taskStatus') seen.push(message.task.status);
    else if (message.type === 'result') seen.push(message.result.content);
    else seen.push(message.error.message);
  }
  // How often it was asked in between is a matter of time.
  return seen.filter((one, index) => one !== 'working' || seen[index - 1] !== 'working');
}

/** Creates a task, and leaves it to itself. */
async function begin(client: Client, name: string, input: Record<string, unknown> = {}): Promise<string> {
  const params = { name, arguments: input };
  const stream = client.experimental.tasks.callToolStream(params, CallToolResultSchema, { task: {} });
  const { value } = await stream.next();
  await stream.return();
  if (value?.type === 'taskCreated') return value.task.taskId;
  throw new Error(`Expected a task, and got ${JSON.stringify(value)}`);
}

const text = (words: string): unknown => [{ type: 'text', text: words }];

describe.each([...Object.keys(hosts), 'stdio'])('tasks of 2025-11-25 with the official client over %s', (carrier) => {
  const client = newClient();
  let server: RunningServer | undefined;
  beforeAll(async () => {
    const start = hosts[carrier];
    if (start === undefined) {
      await client.connect(new StdioClientTransport({ ...fixturesOnStdio, args: [...fixturesOnStdio.args] }));
      return;
    }
    server = await start(createFixtureServer());
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
  });
  afterAll(async () => {
    await client.close();
    await server?.close();
  });

  it('are announced, and the tools that may become one', async () => {
    expect(client.getServerCapabilities()?.tasks).toMatchObject({ requests: { tools: { call: {} } }, cancel: {} });
    const { tools } = await client.listTools();
    const support = (name: string): unknown => tools.find((tool) => tool.name === name)?.execution?.taskSupport;
    expect(support('slow_compute')).toBe('optional');
    expect(support('failing_job')).toBe('required');
    expect(support('greet') ?? 'forbidden').toBe('forbidden');
  });

  it('are followed to their result', async () => {
    const seen = await follow(client, 'slow_compute', { seconds: 0.3, label: 'a sum' });
    expect(seen).toEqual(['created', 'working', 'completed', text('Computed a sum in 0.3 seconds.')]);
  });

  it('ask what they need where there is a connection, and end where there is none', async () => {
    const seen = await follow(client, 'confirm_delete', { filename: 'a.txt' });
    expect(seen.at(-1)).toEqual(carrier === 'stdio' ? text('Deleted a.txt.') : expect.stringContaining('failed'));
  });

  it('tell of a failure in its own words', async () => {
    const taskId = await begin(client, 'failing_job');
    const { content, isError } = await client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);
    expect({ content, isError }).toEqual({ content: text('This job fails on purpose'), isError: true });
    expect(await client.experimental.tasks.getTask(taskId)).toMatchObject({ status: 'failed' });
  });

  it('are cancelled', async () => {
    const taskId = await begin(client, 'slow_compute', { seconds: 60 });
    await client.experimental.tasks.cancelTask(taskId);
    expect(await client.experimental.tasks.getTask(taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('are not listed for callers whom nobody can tell apart', async () => {
    expect(client.getServerCapabilities()?.tasks).not.toHaveProperty('list');
    await expect(client.experimental.tasks.listTasks()).rejects.toMatchObject({ code: -32601 });
  });
});
