import { andThen, type Call, type MaybePromise, type Outcome, type ToolInfo } from '@toolwire/core';
import { type Fields, isObject, type ServiceTasks, type ToolPage } from '@toolwire/core/wire';
import { maxIdLength, traceIdOf } from '@toolwire/internal';
import { invalidParams, type RpcError } from '../json-rpc/errors.ts';
import { callIdMetaKey, type RpcMessage, type RpcRequest, readPropagated } from '../json-rpc/message.ts';
import type { MessageContext } from '../json-rpc/requests.ts';
import { type Reply, type RpcResponse, toResponse } from '../json-rpc/responses.ts';
import type { ListedTool, ToolIndex } from './tool-index.ts';

/** The decoded parameters of `tools/call`. */
export interface ToolCallRequest {
  readonly name: string;
  readonly input: Fields;
  /** The tool with that name, if it exists. */
  readonly listed: ListedTool | undefined;
  /** The tool ID with its version, or the name as sent. */
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
  const callId = request.meta[callIdMetaKey];
  if (callId !== undefined && !isCallId(callId)) {
    return invalid(`"${callIdMetaKey}" of "_meta" must be a string of 1 to ${maxIdLength} characters`);
  }
  const listed = index(page).find(name);
  return { name, input, listed, toolId: listed === undefined ? name : listed.toolId, callId };
}

function isCallId(id: unknown): id is string {
  return typeof id === 'string' && id !== '' && id.length <= maxIdLength;
}

function invalid(message: string): { readonly error: RpcError } {
  return { error: invalidParams(message) };
}

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

/** A call that is ready to run, and how its era encodes the outcome. */
export interface ToolRun<Request> {
  readonly request: Request;
  readonly context: MessageContext;
  readonly read: ToolCallRequest;
  readonly call: Call;
  /** Decides whether the call continues as a task, if it may. */
  readonly startTask: StartTask<Request> | undefined;
  readonly reply: (outcome: Outcome) => MaybePromise<Reply>;
}

/** Runs a tool and encodes its outcome. The call may continue as a task instead. */
export function runTool<Request extends RpcRequest>(run: ToolRun<Request>): MaybePromise<RpcResponse> {
  const { request, context, read, call, startTask, reply } = run;
  const { service } = context;
  // Closes over only the ID, so that the request is not retained while the tool runs.
  const { id } = request;
  if (startTask !== undefined && read.listed !== undefined && service.tasks !== undefined) {
    const runWith = async (changes: Partial<Call>): Promise<Outcome> => service.call({ ...call, ...changes });
    const plan = { tool: read.listed.tool, run: runWith, reply };
    const started = startTask(plan, request, context, service.tasks);
    if (started !== undefined) return started;
  }
  return andThen(andThen(service.call(call), reply), (encoded) => toResponse(id, encoded));
}

/** A tool call that can run now or continue as a task. */
export interface CallPlan {
  readonly tool: ToolInfo;
  /** Runs the tool. `changes` override properties of the call, for example its lifetime. */
  readonly run: (changes: Partial<Call>) => Promise<Outcome>;
  /** Encodes the outcome. */
  readonly reply: (outcome: Outcome) => MaybePromise<Reply>;
}

/** Responds to a call with a task or an error. `undefined` runs the call normally. */
export type StartTask<Request> = (
  plan: CallPlan,
  request: Request,
  context: MessageContext,
  tasks: ServiceTasks,
) => MaybePromise<RpcResponse> | undefined;
