import { paramHeaders } from '@toolwire/internal';
import { fieldsOf, type Json, type JsonFields, textOf } from '../json.ts';
import type { CallResult } from './call-result.ts';
import { clientInfo, mcpHeaders, mcpMeta, showNotification } from './mcp-messages.ts';
import { readResponse, readToolResult, resultKey } from './mcp-result.ts';
import { pollMs, wait } from './poll.ts';
import { type Run, randomId } from './run.ts';
import { type SentRequest, send, sendCancellation } from './send.ts';

/** The MCP endpoint and the MCP name of the tool. */
export interface McpEndpoint {
  readonly path: string;
  readonly name: string;
}

/** Calls over MCP 2026-07-28. An input request ends the response, and the call is repeated with the input. */
export async function callMcp(run: Run, { path, name }: McpEndpoint): Promise<CallResult> {
  const { input, tool } = run.call;
  const headers = { 'mcp-name': name, ...paramHeaders(tool.inputSchema, input) };
  let responses: JsonFields = {};
  for (;;) {
    const params = { name, arguments: input, ...responses };
    const { status, json } = await send(run, requestOf(run, path, { method: 'tools/call', params, headers }));
    const result = fieldsOf(json, 'result');
    const kind = textOf(result, 'resultType');
    if (kind === 'task') return followTask(run, path, result);
    if (kind !== 'input_required') return readResponse(json, status);
    const inputResponses = await requestInputs(run, fieldsOf(result, 'inputRequests'));
    const requestState = textOf(result, 'requestState');
    responses = { inputResponses, ...(requestState !== undefined && { requestState }) };
  }
}

interface McpRequest {
  readonly method: string;
  readonly params: JsonFields;
  readonly headers: Readonly<Record<string, string>>;
}

function requestOf(run: Run, path: string, { method, params, headers }: McpRequest): SentRequest {
  const meta: JsonFields = {
    ...mcpMeta({
      elicitation: { form: {}, url: {} },
      extensions: { 'io.modelcontextprotocol/tasks': {} },
    }),
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/logLevel': 'debug',
    progressToken: run.id,
    [resultKey]: true,
  };
  return {
    path,
    headers: { ...mcpHeaders(method), ...headers },
    body: { jsonrpc: '2.0', id: randomId(), method, params: { ...params, _meta: meta } },
    onEvent: (message) => showNotification(run, message),
  };
}

/** Requests all inputs from the user at once. */
async function requestInputs(run: Run, inputRequests: JsonFields): Promise<JsonFields> {
  const responses = Object.entries(inputRequests).map(
    async ([key, inputRequest]): Promise<[string, Json]> => [
      key,
      await run.requestInput(key, fieldsOf(inputRequest, 'params')),
    ],
  );
  return Object.fromEntries(await Promise.all(responses));
}

/** Polls the task until it ends, and responds to its input requests. */
async function followTask(run: Run, path: string, startedTask: JsonFields): Promise<CallResult> {
  const taskId = textOf(startedTask, 'taskId') ?? '';
  const subject = { params: { taskId }, headers: { 'mcp-name': taskId } };
  run.task.value = startedTask;
  run.onCancel = () => void sendCancellation(run, requestOf(run, path, { method: 'tasks/cancel', ...subject }));
  for (;;) {
    await wait(pollMs(run.task.value?.['pollIntervalMs']), run.signal);
    const { json, status } = await send(run, requestOf(run, path, { method: 'tasks/get', ...subject }));
    const task = fieldsOf(json, 'result');
    if (textOf(task, 'taskId') === undefined) return readResponse(json, status);
    run.task.value = task;
    switch (textOf(task, 'status') ?? '') {
      case 'completed':
        return readToolResult(fieldsOf(task, 'result'));
      case 'failed':
        return { kind: 'failed', message: textOf(fieldsOf(task, 'error'), 'message') ?? 'The task failed.' };
      case 'cancelled':
        return { kind: 'cancelled' };
      case 'input_required': {
        const inputResponses = await requestInputs(run, fieldsOf(task, 'inputRequests'));
        const params = { taskId, inputResponses };
        await send(run, requestOf(run, path, { ...subject, method: 'tasks/update', params }));
      }
    }
  }
}
