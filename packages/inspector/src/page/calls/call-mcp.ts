import { paramHeaders } from '@toolwire/internal';
import { fieldsOf, isFields, type Json, type JsonFields, textOf } from '../json.ts';
import { clientInfo, pollMs, readAnswer, readResult, resultKey, showNotification, wait } from './mcp-answer.ts';
import { type Answer, type Run, randomId } from './run.ts';
import { type Received, send } from './send.ts';

const version = '2026-07-28';

/** The MCP endpoint and the MCP name of the tool. */
export interface McpPlace {
  readonly path: string;
  readonly name: string;
}

/** Calls over MCP 2026-07-28. An input request ends the response, and the call is repeated with the input. */
export async function callMcp(run: Run, { path, name }: McpPlace): Promise<Answer> {
  const { input, tool } = run.call;
  let answers: JsonFields = {};
  for (;;) {
    const params = { name, arguments: input, ...answers };
    const headers = { 'mcp-name': name, ...paramHeaders(tool.inputSchema, input) };
    const { status, json } = await request(run, path, { method: 'tools/call', params, headers });
    const result = fieldsOf(json, 'result');
    const kind = textOf(result, 'resultType');
    if (kind === 'task') return await followTask(run, path, result);
    if (kind !== 'input_required') return readAnswer(json, status);
    const inputResponses = await askAll(run, fieldsOf(result, 'inputRequests'));
    const state = textOf(result, 'requestState');
    answers = { inputResponses, ...(state !== undefined && { requestState: state }) };
  }
}

interface McpRequest {
  readonly method: string;
  readonly params: JsonFields;
  readonly headers?: Readonly<Record<string, string>>;
  readonly outlivesCall?: boolean;
}

function request(
  run: Run,
  path: string,
  { method, params, headers, outlivesCall = false }: McpRequest,
): Promise<Received> {
  const meta: JsonFields = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {
      elicitation: { form: {}, url: {} },
      extensions: { 'io.modelcontextprotocol/tasks': {} },
    },
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/logLevel': 'debug',
    progressToken: run.id,
    [resultKey]: true,
  };
  return send(run, {
    path,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...headers,
    },
    body: { jsonrpc: '2.0', id: randomId(), method, params: { ...params, _meta: meta } },
    outlivesCall,
    onEvent: (message) => showNotification(run, message),
  });
}

async function askAll(run: Run, requests: JsonFields): Promise<JsonFields> {
  const answers = Object.entries(requests).map(
    async ([key, inputRequest]): Promise<[string, Json]> => [key, await run.ask(key, fieldsOf(inputRequest, 'params'))],
  );
  return Object.fromEntries(await Promise.all(answers));
}

/** Polls the task until it ends, and answers its input requests. */
async function followTask(run: Run, path: string, started: JsonFields): Promise<Answer> {
  const taskId = textOf(started, 'taskId') ?? '';
  const about = { params: { taskId }, headers: { 'mcp-name': taskId } };
  run.task.value = started;
  run.onCancel = () => {
    request(run, path, { method: 'tasks/cancel', ...about, outlivesCall: true }).catch(() =>
      run.note('error', 'The cancellation was not sent.'),
    );
  };
  for (;;) {
    await wait(pollMs(run.task.value?.['pollIntervalMs']), run.signal);
    const { json, status } = await request(run, path, { method: 'tasks/get', ...about });
    const task = fieldsOf(json, 'result');
    if (textOf(task, 'taskId') === undefined) return readAnswer(json, status);
    run.task.value = task;
    switch (textOf(task, 'status') ?? '') {
      case 'completed':
        return readResult(fieldsOf(task, 'result'));
      case 'failed':
        return { kind: 'failed', message: textOf(fieldsOf(task, 'error'), 'message') ?? 'The task failed.' };
      case 'cancelled':
        return { kind: 'cancelled' };
      case 'input_required': {
        const inputRequests = task['inputRequests'];
        const inputResponses = await askAll(run, isFields(inputRequests) ? inputRequests : {});
        const params = { taskId, inputResponses };
        await request(run, path, { method: 'tasks/update', params, headers: about.headers });
      }
    }
  }
}
