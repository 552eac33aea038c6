import { fieldsOf, isFields, type Json, type JsonFields, textOf, wordOf } from '../json.ts';
import type { McpPlace } from './call-mcp.ts';
import { clientInfo, pollMs, readAnswer, resultKey, showNotification, wait } from './mcp-answer.ts';
import { type Answer, type Run, randomId } from './run.ts';
import { type Received, type SentRequest, send } from './send.ts';

const version = '2025-11-25';

/** Calls over MCP 2025-11-25. In its session the server can request input while the tool runs. */
export async function callMcpLegacy(run: Run, { path, name }: McpPlace): Promise<Answer> {
  const session = new LegacySession(run, path);
  try {
    return (await session.begin()) ?? (await callTool(run, session, name));
  } finally {
    session.end();
  }
}

async function callTool(run: Run, session: LegacySession, name: string): Promise<Answer> {
  const { input, tool } = run.call;
  const params = {
    name,
    arguments: input,
    ...(tool.taskSupport === 'required' && { task: { ttl: 600_000 } }),
    _meta: { progressToken: run.id, [resultKey]: true },
  };
  run.onCancel = () => session.notify('notifications/cancelled', { requestId: run.id });
  const { json, status } = await session.request(run.id, 'tools/call', params);
  const taskId = textOf(fieldsOf(fieldsOf(json, 'result'), 'task'), 'taskId');
  return taskId === undefined ? readAnswer(json, status) : followTask(run, session, taskId);
}

/** Requests the result, which arrives when the task ends, and polls the status meanwhile. */
async function followTask(run: Run, session: LegacySession, taskId: string): Promise<Answer> {
  run.onCancel = () => session.notify('tasks/cancel', { taskId }, 'cancel');
  const ended = session.request('result', 'tasks/result', { taskId });
  let isOver = false;
  const over = ended.finally(() => {
    isOver = true;
  });
  for (;;) {
    const { json } = await session.request(randomId(), 'tasks/get', { taskId });
    const task = fieldsOf(json, 'result');
    run.task.value = task;
    if (isOver || !['working', 'input_required'].includes(textOf(task, 'status') ?? '')) break;
    await Promise.race([over, wait(pollMs(task['pollInterval']), run.signal)]);
  }
  const { json, status } = await ended;
  return textOf(run.task.value, 'status') === 'cancelled' ? { kind: 'cancelled' } : readAnswer(json, status);
}

class LegacySession {
  readonly #run: Run;
  readonly #path: string;
  /** The last notification. */
  #notified: Promise<unknown> = Promise.resolve();
  #id: string | null = null;
  #headers: Readonly<Record<string, string>> = { accept: 'application/json, text/event-stream' };

  constructor(run: Run, path: string) {
    this.#run = run;
    this.#path = path;
  }

  /** Starts the session. Returns the refusal if the server rejects it. */
  async begin(): Promise<Answer | undefined> {
    const capabilities = { elicitation: { form: {}, url: {} } };
    const params = { protocolVersion: version, capabilities, clientInfo };
    const { json, header, status } = await this.request('initialize', 'initialize', params);
    if (!isFields(json) || !isFields(json['result'])) return readAnswer(json, status);
    this.#id = header('mcp-session-id');
    this.#headers = {
      ...this.#headers,
      'mcp-protocol-version': version,
      ...(this.#id !== null && { 'mcp-session-id': this.#id }),
    };
    await this.#send({ body: { jsonrpc: '2.0', method: 'notifications/initialized' } });
    return undefined;
  }

  request(id: string, method: string, params: JsonFields): Promise<Received> {
    return this.#send({ body: { jsonrpc: '2.0', id, method, params }, onEvent: (message) => this.#handle(message) });
  }

  /** Sends a notification, even after the call was canceled. */
  notify(method: string, params: JsonFields, id?: string): void {
    const body = { jsonrpc: '2.0', ...(id !== undefined && { id }), method, params };
    this.#notified = this.#send({ body, outlivesCall: true }).catch(() =>
      this.#run.note('error', `The server did not receive ${method}`),
    );
  }

  /** Ends the session. A cancellation must arrive first, because it needs the session. */
  end(): void {
    if (this.#id === null) return;
    this.#notified
      .then(() => this.#send({ method: 'DELETE', outlivesCall: true }))
      .catch(() => this.#run.note('warning', 'The session was not ended.'));
  }

  #send(request: Omit<SentRequest, 'path'>): Promise<Received> {
    return send(this.#run, { path: this.#path, headers: this.#headers, ...request });
  }

  #handle(message: Json): void {
    const id = isFields(message) ? message['id'] : undefined;
    if (textOf(message, 'method') === undefined || id === undefined) showNotification(this.#run, message);
    else {
      this.#answer(id, message).catch(() => this.#run.note('warning', 'A request from the server was not answered.'));
    }
  }

  async #answer(id: Json, message: Json): Promise<void> {
    const result =
      textOf(message, 'method') === 'elicitation/create'
        ? { result: await this.#run.ask(wordOf(id), fieldsOf(message, 'params')) }
        : { error: { code: -32601, message: 'The inspector supports only elicitation' } };
    await this.#send({ body: { jsonrpc: '2.0', id, ...result } });
  }
}
