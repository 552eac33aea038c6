import { isObject, traceIdOf } from '@toolwire/internal';
import { withTimeout } from '@toolwire/limits';
import type { CallResult, InvalidResult } from '../call-result.ts';
import { type CallOptions, checkCallOptions } from '../options/call-options.ts';
import type { ClientSettings } from '../options/client-options.ts';
import { refusal } from '../read/read-refusal.ts';
import { type AttemptResult, readCallResponse } from '../read/read-response.ts';
import { type Deadline, startRequestDeadline } from '../send/deadline.ts';
import { callIdOf, encodeCall, unserializableMembers } from '../send/encode-call.ts';
import type { Reply } from '../send/exchange.ts';
import { isRunning, request } from '../send/request.ts';
import { type CallContext, hasTokensOrSecrets } from './call-context.ts';
import type { SentCall } from './cancel-call.ts';
import { followCall } from './follow-call.ts';

/** A call, with the functions to complete and to cancel it. */
interface ToolCall {
  readonly toolId: string;
  readonly input: unknown;
  readonly options: CallOptions;
  /** Adds the requirements of the tool to the context. */
  readonly addRequirements: (context: CallContext, signal: AbortSignal) => Promise<CallContext>;
  /** Cancels a call that the server may be running. */
  readonly cancel: (call: SentCall) => Promise<void>;
}

/** Calls a tool. All attempts have the same call ID and share one deadline. */
export async function callTool(settings: ClientSettings, toolCall: ToolCall): Promise<CallResult> {
  const { toolId, options, addRequirements, cancel } = toolCall;
  checkCallOptions(options);
  const input = addToken(toolCall.input, options.confirmationToken);
  const callId = callIdOf(options.callId);
  const deadline = startRequestDeadline(settings, options);
  const traceparent = settings.traceparent();
  const unsent = (result: AttemptResult): CallResult => ({ ...result, callId, attempts: 0 });

  const context = await contextWithRequirements(
    (until) => addRequirements(options.context ?? {}, until),
    deadline,
    options.signal,
  );
  if ('kind' in context) return unsent(context);
  // Tokens and secrets of users are protected like credentials (OTC-AUTH-05).
  if (!settings.maySendSecrets && hasTokensOrSecrets(context)) return unsent(insecure);
  const body = encodeIfPossible({ toolId, callId, traceId: traceIdOf(traceparent), input, context });
  if (body === undefined) return unsent(unserializable(input));

  return sendCall(settings, { toolId, callId, context, body, traceparent, options, deadline, cancel });
}

/** A call whose request is written. */
interface WrittenCall extends SentCall, Pick<ToolCall, 'options' | 'cancel'> {
  readonly body: string;
  readonly traceparent: string | undefined;
  readonly deadline: Deadline;
}

/** Sends a call until it has ended. If the caller's signal aborts while the server may be running the call, the call is canceled. */
async function sendCall(settings: ClientSettings, call: WrittenCall): Promise<CallResult> {
  const { toolId, callId, context, body, traceparent, options, deadline, cancel } = call;
  // `mayRun` is about the last attempt, and `mayHaveRun` about all of them.
  let mayRun = false;
  let mayHaveRun = false;
  const fetch: ClientSettings['fetch'] = (url, init) => {
    mayRun = true;
    return settings.fetch(url, init);
  };
  const read = (reply: Reply): AttemptResult => {
    const result = readCallResponse(reply);
    mayRun = isRunning(result) || (result.kind === 'refused' && result.ran === 'unknown');
    mayHaveRun ||= mayRun || result.kind === 'failed';
    return result;
  };
  // The last attempt may not have reached the tool although an earlier one did.
  const ofAllAttempts = (last: AttemptResult): AttemptResult =>
    last.kind === 'refused' && mayHaveRun ? { ...last, ran: 'unknown' } : last;
  const serverRequest = { method: 'POST', path: '/tools/call', body, callId, traceparent, read } as const;
  const send = (until: Deadline) => request<AttemptResult>(serverRequest, { ...settings, fetch }, options, until);
  try {
    const { result, attempts } = await followCall(await send(deadline), { settings, options, callId, send });
    return { ...ofAllAttempts(result), callId, attempts };
  } catch (thrown) {
    // Closing the connection does not cancel a call that the server keeps for its call ID.
    if (mayRun && options.signal?.aborted === true) void cancel({ toolId, callId, context });
    throw thrown;
  }
}

function addToken(input: unknown, token: string | undefined): unknown {
  // Servers read null as an empty object (E06).
  const fields = input ?? {};
  return token !== undefined && isObject(fields) ? { ...fields, confirmation_token: token } : input;
}

const insecure: AttemptResult = refusal('insecure', {
  ran: 'no',
  canRetry: false,
  developerMessage: 'The url uses plain http to another machine. Use https, or set allowInsecure in a private network',
});

function unserializable(input: unknown): Omit<InvalidResult, 'callId' | 'attempts'> {
  const parameterErrors = Object.create(null) as Record<string, string>;
  for (const name of unserializableMembers(input)) parameterErrors[name] = 'Cannot be written as JSON';
  return { kind: 'invalid', message: 'The input cannot be written as JSON', parameterErrors };
}

/** Ends at the deadline or when the caller's signal aborts, because a user may be signing in meanwhile. */
async function contextWithRequirements(
  addRequirements: (until: AbortSignal) => Promise<CallContext>,
  deadline: Deadline,
  signal: AbortSignal | undefined,
): Promise<CallContext | Extract<AttemptResult, { readonly kind: 'refused' }>> {
  let isOver = (): boolean => false;
  try {
    return await withTimeout(
      (until) => {
        isOver = () => until.aborted;
        return addRequirements(until);
      },
      { ms: deadline(), signal },
    );
  } catch (cause) {
    signal?.throwIfAborted();
    // A source that failed has no value, also after its own timeout. Only the deadline of the call is a timeout here.
    if (isOver()) {
      const message = 'The requirements of the tool were not available in time.';
      return refusal('timeout', { ran: 'no', canRetry: true, message, cause });
    }
    return refusal('missing_requirements', { ran: 'no', canRetry: false, cause });
  }
}

function encodeIfPossible(call: Parameters<typeof encodeCall>[0]): string | undefined {
  try {
    return encodeCall(call);
  } catch {
    // The input has a cycle, a bigint or a number that JSON has no form for, which the caller reports.
    return undefined;
  }
}
