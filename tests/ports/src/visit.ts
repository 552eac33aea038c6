import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { Client, type Progress } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { nameOf, type Step } from './calls/step.ts';

export type Answer = Readonly<Record<string, unknown>>;

/** The requests of a client by name, and the answers. */
export type Transcript = ReadonlyMap<string, Answer>;

/** How to start a server. */
export interface Start {
  readonly program: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of its files, which differs between the two servers. */
  readonly folder: string;
  /** Whether the client has roots, a user and a model. */
  readonly asks?: boolean;
}

/** Connects the official client over stdio. The revision is 2025-11-25 for both, since the originals don't know a later one. */
export async function connect({ program, args = [], env = {}, asks = false }: Start) {
  const client = new Client(
    { name: 'ports', version: '1.0.0' },
    { versionNegotiation: { mode: 'legacy' }, capabilities: asks ? capabilities : {} },
  );
  if (asks) answerRequests(client);
  const updates: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updates.push(params.uri));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, ...args],
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stderr: 'ignore',
  });
  await client.connect(transport);
  if (transport.pid === null) throw new TypeError('The server has no process.');
  return { client, pid: transport.pid, updates };
}

const capabilities = { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } };

/** Answers the requests of a server as a user and a model would. */
function answerRequests(client: Client): void {
  client.setRequestHandler('roots/list', () => ({
    roots: [{ uri: 'file:///srv/tea', name: 'Tea' }, { uri: 'file:///srv/milk' }],
  }));
  client.setRequestHandler('elicitation/create', ({ params }) =>
    params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { name: 'Ada', integer: 7 } },
  );
  client.setRequestHandler('sampling/createMessage', ({ params }) => ({
    model: 'a model',
    role: 'assistant',
    content: { type: 'text', text: `At most ${params.maxTokens} tokens` },
    stopReason: 'endTurn',
  }));
}

/** Sends every request, and records the answers. */
export async function visit(start: Start, steps: readonly Step[]): Promise<Transcript> {
  const { client, updates } = await connect(start);
  const answers = new Map<string, Answer>();
  const inFolder = <Value>(value: Value): Value => replaceText(value, '<folder>', start.folder);
  const record = (name: string, answer: Answer): void => {
    answers.set(nextName(answers, name), withoutChance(replaceText(answer, start.folder, '<folder>')));
  };
  try {
    record('initialize', { serverInfo: client.getServerVersion(), instructions: client.getInstructions() });
    const { tools } = await client.listTools();
    record('the order of tools', { names: tools.map(({ name }) => name) });
    for (const tool of tools) record(`the tool ${tool.name}`, tool);
    await listOthers(client, record);
    for (const step of steps) record(nameOf(step), await answerTo({ client, updates }, inFolder(step)));
  } finally {
    await client.close();
  }
  return answers;
}

async function listOthers(client: Client, record: (name: string, answer: Answer) => void): Promise<void> {
  const { resources, prompts } = client.getServerCapabilities() ?? {};
  if (resources !== undefined) {
    for (const one of (await client.listResources()).resources) record(`the resource ${one.name}`, one);
    for (const one of (await client.listResourceTemplates()).resourceTemplates) record(`the template ${one.name}`, one);
  }
  if (prompts !== undefined) {
    for (const one of (await client.listPrompts()).prompts) record(`the prompt ${one.name}`, one);
  }
}

interface Visitor {
  readonly client: Client;
  /** The resources that the server reported as changed. */
  readonly updates: readonly string[];
}

/** The result of a request, or its error. */
async function answerTo(visitor: Visitor, step: Step): Promise<Answer> {
  try {
    return await send(visitor, step);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { error: error.message, code: (error as { code?: unknown }).code };
  }
}

async function send({ client, updates }: Visitor, step: Step): Promise<Answer> {
  if ('tool' in step) {
    const progress: unknown[] = [];
    // The client drops a report that arrives together with the result, so the last one isn't recorded.
    const onprogress = (report: Progress): void => void (report.progress === report.total || progress.push(report));
    const result = await client.callTool({ name: step.tool, arguments: step.input }, { onprogress });
    return progress.length === 0 ? result : { ...result, progress };
  }
  if ('resource' in step) return client.readResource({ uri: step.resource });
  if ('prompt' in step) return client.getPrompt({ name: step.prompt, arguments: step.arguments });
  if ('subscribe' in step) return client.subscribeResource({ uri: step.subscribe });
  if ('list' in step) return client.listResources();
  if ('updates' in step) {
    while (updates.length < step.updates) await setTimeout(20);
    return { updates: updates.slice(0, step.updates) };
  }
  return client.complete({
    ref:
      'prompt' in step.complete
        ? { type: 'ref/prompt', name: step.complete.prompt }
        : { type: 'ref/resource', uri: step.complete.template },
    argument: { name: step.argument, value: step.typed },
    ...(step.chosen === undefined ? {} : { context: { arguments: { ...step.chosen } } }),
  });
}

/** Replaces what differs in every run: names of drafts, and times since the folder was prepared. */
function withoutChance(answer: Answer): Answer {
  const json = JSON.stringify(answer)
    .replaceAll(/[\da-f-]{32,36}\.tmp/g, '<random>.tmp')
    .replaceAll(/created at [\d:]+ [AP]M/g, 'created at <now>')
    .replaceAll(/"blob":"([^"]+)"/g, (found, blob: string) => {
      const text = Buffer.from(blob, 'base64').toString();
      return text.includes(' created at ') ? `"blob":"<${text.replace(/created at .*/, 'created at <now>')}>"` : found;
    })
    .replaceAll(/\w{3} \w{3} \d{2} \d{4} \d{2}:\d{2}:\d{2} GMT[^\\"]*/g, (time) =>
      time.startsWith('Fri Jan 02 2026') ? time : '<now>',
    );
  return JSON.parse(json) as Answer;
}

/** Repeated requests get different names. */
function nextName(answers: Transcript, name: string): string {
  return answers.has(name) ? nextName(answers, `${name} again`) : name;
}

/** Replaces a substring in every string of a JSON value. */
function replaceText<Value>(value: Value, from: string, to: string): Value {
  if (value === undefined) return value;
  const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
  return JSON.parse(JSON.stringify(value).replaceAll(escaped(from), escaped(to))) as Value;
}
