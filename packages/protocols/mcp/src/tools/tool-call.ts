import type { Call, RefusedOutcome } from '@toolwire/core';
import { type Fields, isObject, type ToolPage } from '@toolwire/core/wire';
import { maxIdLength, traceIdOf } from '@toolwire/internal';
import { type RpcError, rpcCodes } from '../json-rpc/json-rpc.ts';
import type { RpcMessage } from '../json-rpc/message.ts';
import type { MessageContext } from '../json-rpc/message-context.ts';
import { readPropagated } from '../json-rpc/run-method.ts';
import type { ListedTool, ToolIndex } from './tool-index.ts';

/** How a running call reports to its caller or requests input. */
export type CallCallbacks = Pick<Call, 'ask' | 'hasAnswers' | 'reportProgress' | 'reportLog'>;

/** Creates the call for the engine. */
export function createCall(
  message: RpcMessage,
  context: MessageContext,
  read: ToolCallRequest,
  callbacks: CallCallbacks,
): Call {
  const { meta } = message;
  const { callId } = read;
  const { principal, isCallerKnown, client, sessionId } = context;
  const call: Call = {
    wire: 'mcp',
    toolId: callId === undefined ? read.toolId : stableToolId(read),
    // The engine also receives calls of unknown tools, for metrics and audit logs.
    namedTool: read.listed === undefined ? null : read.listed.tool,
    callId: callId ?? crypto.randomUUID(),
    callerCallId: callId,
    traceId: traceIdOf(meta['traceparent']),
    input: read.input,
    context: principal === undefined ? emptyContext : { ...emptyContext, userId: principal.id },
    principal,
    isCallerKnown,
    client,
    sessionId,
    lifetime: context.lifetime,
    values: context.values,
    reportProgress: callbacks.reportProgress,
    reportLog: callbacks.reportLog,
    ask: callbacks.ask,
    propagated: readPropagated(meta, context.header),
    logger: undefined,
  };
  // Added only when true, since almost no call has answers.
  return callbacks.hasAnswers === true ? { ...call, hasAnswers: true } : call;
}

/** Without a version, so that a retry by the plain name of a tool is the same call after a deploy. */
function stableToolId({ listed, toolId }: ToolCallRequest): string {
  return listed !== undefined && listed.name === listed.tool.name ? listed.tool.id : toolId;
}

const emptyContext: Call['context'] = { authorization: [], secrets: [] };

/** The trace of a request as a JSON member with a leading comma, for the `_meta` of its result. May be empty. MCP-META-05 */
export function traceMember({ traceparent }: Fields): string {
  return traceIdOf(traceparent) === undefined ? '' : `,"traceparent":${JSON.stringify(traceparent)}`;
}

/** The decoded parameters of `tools/call`. */
export interface ToolCallRequest {
  readonly name: string;
  readonly input: Fields;
  /** The tool with that name, if it exists. */
  readonly listed: ListedTool | undefined;
  /** The tool id with its version, or the name as sent. */
  readonly toolId: string;
  /** The call ID that a client chose, which stays the same when it retries. */
  readonly callId: string | undefined;
  readonly error?: undefined;
}

/** Decodes the parameters of `tools/call`. */
export function readCall(
  request: RpcMessage,
  page: ToolPage,
  index: (page: ToolPage) => ToolIndex,
): ToolCallRequest | { readonly error: RpcError } {
  const { name, arguments: input = {} } = request.params;
  if (typeof name !== 'string') return invalid('The "name" of a tool is a string');
  if (!isObject(input)) return invalid('The "arguments" of a tool must be an object, or omitted');
  const callId = request.meta[callIdKey];
  if (callId !== undefined && !isCallId(callId)) {
    return invalid(`"${callIdKey}" of "_meta" must be a string of 1 to ${maxIdLength} characters`);
  }
  const listed = index(page).find(name);
  return { name, input, listed, toolId: listed === undefined ? name : listed.toolId, callId };
}

const callIdKey = 'org.opentoolcalling/call_id';

function isCallId(id: unknown): id is string {
  return typeof id === 'string' && id !== '' && id.length <= maxIdLength;
}

/** Whether a refusal means only that the tool doesn't exist. */
export function isUnknownTool({ code }: RefusedOutcome): boolean {
  return code === 'invalid_tool_id' || code === 'tool_not_found' || code === 'version_not_found';
}

const maxEchoLength = 100;

/** The error for an unknown tool, with the closest name. */
export function unknownTool(name: string, index: ToolIndex): RpcError {
  const shown = name.slice(0, maxEchoLength).replace(/[^\x20-\x7e]/g, '?');
  const suggestion = index.suggest(name);
  const hint = suggestion === undefined ? 'Call tools/list to see all tools.' : `Did you mean '${suggestion}'?`;
  return { code: rpcCodes.invalidParams, message: `Unknown tool: '${shown}'. ${hint}` };
}

function invalid(message: string): { readonly error: RpcError } {
  return { error: { code: rpcCodes.invalidParams, message } };
}
