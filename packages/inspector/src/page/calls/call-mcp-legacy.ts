import { fieldsOf, isFields, type Json, type JsonFields, textOf, wordOf } from '../json.ts';
import type { McpEndpoint } from './call-mcp.ts';
import type { CallResult } from './call-result.ts';
import { clientInfo, showNotification } from './mcp-messages.ts';
import { readResponse, resultKey } from './mcp-result.ts';
import { pollMs, wait } from './poll.ts';
import { type Run, randomId } from './run.ts';
import { type Received, type SentRequest, send, sendCancellation } from './send.ts';

const version = '2025-11-25';

/** How long a task stays on the server. */
const taskTtlMs = 600_000;

/** Calls over MCP 2025-11-25. In its session the server can request input while the tool runs. */
export async function callMcpLegacy(run: Run, { path, name }: McpEndpoint): Promise<CallResult> {
  const session = new LegacySession(run, path);
  try {
    return (await session.begin()) ?? (await callTool(run, session, name));
  } finally {
    session.end();
  }
}

async function callTool(run: Run, session: LegacySession, name: string): Promise<CallResult> {
  const { input, tool } = run.call;
  const params = {
    name,
    arguments: input,
    ...(tool.taskSupport === 'required' && { task: { ttl: taskTtlMs } }),
    _meta: { progressToken: run.id, [resultKey]: true },
  };
  run.onCancel = () => session.cancel('notifications/cancelled', { requestId: run.id });
  const { json, status } = await session.request(run.id, 'tools/call', params);
  const taskId = textOf(fieldsOf(fieldsOf(json, 'result'), 'task'), 'taskId');
  return taskId === undefined ? readResponse(json, status) : followTask(run, session, taskId);
}

/** Requests the result, which arrives when the task ends, and polls the status meanwhile. Both requests end with the first failure. */
async function followTask(run: Run, session: LegacySession, taskId: string): Promise<CallResult> {
  run.onCancel = () => session.cancel('tasks/cancel', { taskId }, 'cancel');
  const following = new AbortController();
  const signal = AbortSignal.any([run.signal, following.signal]);
  const params = { taskId, _meta: { [resultKey]: true } };
  let hasEnded = false;
  const response = session.request('result', 'tasks/result', params, signal).finally(() => {
    hasEnded = true;
  });
  const pollStatus = async (): Promise<void> => {
    for (;;) {
      const { json } = await session.request(randomId(), 'tasks/get', { taskId }, signal);
      const task = fieldsOf(json, 'result');
      run.task.value = task;
      if (hasEnded || !['working', 'input_required'].includes(textOf(task, 'status') ?? '')) return;
      await Promise.race([response, wait(pollMs(task['pollInterval']), signal)]);
    }
  };
  try {
    const [{ json, status }] = await Promise.all([response, pollStatus()]);
    return textOf(run.task.value, 'status') === 'cancelled' ? { kind: 'cancelled' } : readResponse(json, status);
  } finally {
    following.abort();
  }
}

class LegacySession {
  readonly #run: Run;
  readonly #path: string;
  /** Resolves when the last cancellation was sent. */
  #canceled: Promise<unknown> = Promise.resolve();
  #id: string | null = null;
  #headers: Readonly<Record<string, string>> = { accept: 'application/json, text/event-stream' };

  constructor(run: Run, path: string) {
    this.#run = run;
    this.#path = path;
  }

  /** Starts the session. Returns the refusal if the server rejects it. */
  async begin(): Promise<CallResult | undefined> {
    const capabilities = { elicitation: { form: {}, url: {} } };
    const params = { protocolVersion: version, capabilities, clientInfo };
    const { json, header, status } = await this.request('initialize', 'initialize', params);
    if (!isFields(json) || !isFields(json['result'])) return readResponse(json, status);
    this.#id = header('mcp-session-id');
    this.#headers = {
      ...this.#headers,
      'mcp-protocol-version': version,
      ...(this.#id !== null && { 'mcp-session-id': this.#id }),
    };
    await this.#send({ body: { jsonrpc: '2.0', method: 'notifications/initialized' } });
    return undefined;
  }

  request(id: string, method: string, params: JsonFields, signal?: AbortSignal): Promise<Received> {
    const onEvent = (message: Json): void => this.#handle(message);
    return this.#send({ body: { jsonrpc: '2.0', id, method, params }, onEvent, signal });
  }

  /** Sends a cancellation, which is a notification, or with an ID a request. */
  cancel(method: string, params: JsonFields, id?: string): void {
    const body = { jsonrpc: '2.0', ...(id !== undefined && { id }), method, params };
    this.#canceled = sendCancellation(this.#run, { path: this.#path, headers: this.#headers, body });
  }

  /** Ends the session. A cancellation must arrive first, because it needs the session. */
  end(): void {
    if (this.#id === null) return;
    this.#canceled
      .then(() => this.#send({ method: 'DELETE', outlivesCall: true }))
      .catch(() => this.#run.addLogLine('warning', 'The session was not ended.'));
  }

  #send(request: Omit<SentRequest, 'path'>): Promise<Received> {
    return send(this.#run, { path: this.#path, headers: this.#headers, ...request });
  }

  #handle(message: Json): void {
    const id = isFields(message) ? message['id'] : undefined;
    if (textOf(message, 'method') === undefined || id === undefined) showNotification(this.#run, message);
    else {
      this.#respond(id, message).catch(() =>
        this.#run.addLogLine('warning', 'A request from the server got no response.'),
      );
    }
  }

  async #respond(id: Json, message: Json): Promise<void> {
    const response =
      textOf(message, 'method') === 'elicitation/create'
        ? { result: await this.#run.requestInput(wordOf(id), fieldsOf(message, 'params')) }
        : { error: { code: -32601, message: 'The inspector supports only elicitation' } };
    await this.#send({ body: { jsonrpc: '2.0', id, ...response } });
  }
}
