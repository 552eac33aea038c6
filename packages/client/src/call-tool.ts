import { withTimeout } from '@toolwire/limits';
import { type CallContext, hasSecrets } from './call-context.ts';
import { createCallId } from './call-id.ts';
import type { CallResult } from './call-result.ts';
import { type CallOptions, type ClientSettings, traceparentOf } from './client-options.ts';
import { encodeCall } from './encode-call.ts';
import { type AttemptResult, readCallAnswer } from './read-answer.ts';
import { refusal } from './read-refusal.ts';
import { request } from './request.ts';
import { traceIdOf } from './traceparent.ts';

/** One call as its user makes it. */
export interface Called {
  readonly toolId: string;
  readonly input: unknown;
  readonly options: CallOptions;
  /** Gathers what the tool requires besides. */
  readonly gather: (given: CallContext) => Promise<CallContext>;
}

/** Calls a tool, under one call id however often it is sent. */
export async function callTool(settings: ClientSettings, called: Called): Promise<CallResult> {
  const { toolId, input, options, gather } = called;
  const { signal, callId = createCallId() } = options;
  const traceparent = traceparentOf(settings, options);
  const unsent = (result: AttemptResult): CallResult => ({ ...result, callId, attempts: 0 });

  const context = await gathered(() => gather(options.context ?? {}), signal);
  if ('kind' in context) return unsent(context);
  // OTC-AUTH-05, and no less for what belongs to users.
  if (!settings.isPrivate && hasSecrets(context)) return unsent(insecure);
  const body = written({ toolId, callId, traceId: traceIdOf(traceparent), input, context });
  if (body === undefined) return unsent(unwritable);

  const asked = { method: 'POST', path: '/tools/call', body, callId, traceparent, read: readCallAnswer } as const;
  const { result, attempts } = await request<AttemptResult>(asked, settings, options);
  return { ...result, callId, attempts };
}

const insecure: AttemptResult = refusal('insecure', {
  ran: 'no',
  canRetry: false,
  developerMessage:
    'The url is plain http to another machine. Use https, or set allowInsecure where the network is your own',
});

const unwritable: AttemptResult = {
  kind: 'invalid',
  message: 'The input cannot be written as JSON',
  parameterErrors: {},
};

/** Ends at once when the caller's signal aborts, as a user may be signing in meanwhile. */
async function gathered(
  gather: () => Promise<CallContext>,
  signal: AbortSignal | undefined,
): Promise<CallContext | Extract<AttemptResult, { readonly kind: 'refused' }>> {
  try {
    return await withTimeout(gather, { ms: Number.POSITIVE_INFINITY, signal });
  } catch (cause) {
    signal?.throwIfAborted();
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
