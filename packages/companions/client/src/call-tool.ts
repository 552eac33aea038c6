import { withTimeout } from '@toolwire/limits';
import { type CallContext, hasSecrets } from './call-context.ts';
import { callIdOf } from './call-id.ts';
import type { CallOptions } from './call-options.ts';
import type { CallResult, InvalidResult } from './call-result.ts';
import type { SentCall } from './cancel-call.ts';
import type { ClientSettings } from './client-settings.ts';
import type { Deadline } from './deadline.ts';
import { encodeCall } from './encode-call.ts';
import type { Reply } from './exchange.ts';
import { followCall } from './follow-call.ts';
import { type AttemptResult, readCallAnswer } from './read-answer.ts';
import { refusal } from './read-refusal.ts';
import { deadlineOf, isRunning, request } from './request.ts';
import { traceparentOf } from './request-trace.ts';
import { traceIdOf } from './traceparent.ts';
import { unwritableMembers } from './write-json.ts';

/** One call as its user makes it. */
export interface Called {
  readonly toolId: string;
  readonly input: unknown;
  readonly options: CallOptions;
  /** Gathers what the tool requires besides. */
  readonly gather: (given: CallContext, signal: AbortSignal) => Promise<CallContext>;
  /** Tells the server that a call which it may run is not wanted any longer. */
  readonly cancel: (call: SentCall) => Promise<void>;
}

/** Calls a tool, under one call id however often it is sent, and within one deadline from first to last. */
export async function callTool(settings: ClientSettings, called: Called): Promise<CallResult> {
  const { toolId, input, options, gather, cancel } = called;
  const callId = callIdOf(options.callId);
  const deadline = deadlineOf(settings, options);
  const traceparent = traceparentOf(settings, options);
  const unsent = (result: AttemptResult): CallResult => ({ ...result, callId, attempts: 0 });

  const context = await gathered((until) => gather(options.context ?? {}, until), deadline, options.signal);
  if ('kind' in context) return unsent(context);
  // OTC-AUTH-05, and no less for what belongs to users.
  if (!settings.isPrivate && hasSecrets(context)) return unsent(insecure);
  const body = written({ toolId, callId, traceId: traceIdOf(traceparent), input, context });
  if (body === undefined) return unsent(unwritable(input));

  let mayRun = false;
  const fetch: ClientSettings['fetch'] = (url, init) => {
    mayRun = true;
    return settings.fetch(url, init);
  };
  const read = (reply: Reply): AttemptResult => {
    const result = readCallAnswer(reply);
    mayRun = isRunning(result) || (result.kind === 'refused' && result.ran === 'unknown');
    return result;
  };
  const asked = { method: 'POST', path: '/tools/call', body, callId, traceparent, read } as const;
  try {
    const ask = (until: Deadline) => request<AttemptResult>(asked, { ...settings, fetch }, options, until);
    const { result, attempts } = await followCall(await ask(deadline), { settings, options, callId, ask });
    return { ...result, callId, attempts };
  } catch (thrown) {
    // A closed connection says nothing to a server that keeps the call for whoever comes back with its id.
    if (mayRun && options.signal?.aborted === true) void cancel({ toolId, callId, context });
    throw thrown;
  }
}

const insecure: AttemptResult = refusal('insecure', {
  ran: 'no',
  canRetry: false,
  developerMessage:
    'The url is plain http to another machine. Use https, or set allowInsecure where the network is your own',
});

const tooSlow = { ran: 'no', canRetry: true, message: 'What the tool needs could not be had in time.' } as const;

function unwritable(input: unknown): Omit<InvalidResult, 'callId' | 'attempts'> {
  const parameterErrors: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const name of unwritableMembers(input)) parameterErrors[name] = 'Has something in it that JSON cannot carry';
  return { kind: 'invalid', message: 'The input cannot be written as JSON', parameterErrors };
}

/** Ends at once when the time is up or the caller's signal aborts, as a user may be signing in meanwhile. */
async function gathered(
  gather: (until: AbortSignal) => Promise<CallContext>,
  deadline: Deadline,
  signal: AbortSignal | undefined,
): Promise<CallContext | Extract<AttemptResult, { readonly kind: 'refused' }>> {
  let isOver = (): boolean => false;
  try {
    return await withTimeout(
      (until) => {
        isOver = () => until.aborted;
        return gather(until);
      },
      { ms: deadline(), signal },
    );
  } catch (cause) {
    signal?.throwIfAborted();
    // What a source could not get in a time of its own is missing; what all of them took too long for is late.
    if (isOver()) return refusal('timeout', { ...tooSlow, cause });
    return refusal('missing_requirements', { ran: 'no', canRetry: false, cause });
  }
}

function written(call: Parameters<typeof encodeCall>[0]): string | undefined {
  try {
    return encodeCall(call);
  } catch {
    // A cycle, or a bigint: nothing that a tool could be sent.
    return undefined;
  }
}
