import type { CallResult } from '../call-result.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { ClientSettings } from '../options/client-settings.ts';
import { type AttemptResult, readCallResponse } from '../read/read-response.ts';
import type { Reply } from '../send/exchange.ts';
import { type Deadline, isRunning, request } from '../send/request.ts';
import type { SentCall } from './cancel-call.ts';
import { followCall } from './follow-call.ts';

/** A call whose request is written. */
export interface WrittenCall extends SentCall {
  readonly body: string;
  readonly traceparent: string | undefined;
  readonly options: CallOptions;
  readonly deadline: Deadline;
  /** Cancels a call that the server may be running. */
  readonly cancel: (call: SentCall) => Promise<void>;
}

/** Sends a call until it has ended. If the caller's signal aborts while the server may be running the call, the call is canceled. */
export async function sendCall(settings: ClientSettings, call: WrittenCall): Promise<CallResult> {
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
