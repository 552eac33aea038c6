import type { CallContext } from './call-context.ts';
import type { ClientSettings } from './client-settings.ts';
import { encodeCancel } from './encode-call.ts';
import { exchange } from './exchange.ts';

/** A call that was sent, and is not wanted any longer. */
export interface SentCall {
  readonly toolId: string;
  readonly callId: string;
  readonly context: CallContext;
}

/** How long the word may take to arrive. */
const timeoutMs = 5_000;

/** What servers answer that have no such route: it is beside the standard. */
const unknownRoute: ReadonlySet<number> = new Set([404, 405, 501]);

/** Tells servers that calls are cancelled, for those that go on with a call whose caller has left; others hear of it by the closed connection. */
export function createCancelCall(settings: ClientSettings): (call: SentCall) => Promise<void> {
  const { base, authorize, fetch, maxAnswerBytes } = settings;
  let isUnderstood = true;
  return async (call) => {
    if (!isUnderstood) return;
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const request = { method: 'POST', url: `${base.address}/tools/cancel`, headers, body: encodeCancel(call) } as const;
    const reply = await exchange(request, { authorize, fetch, timeoutMs, maxAnswerBytes, signal: undefined });
    if (reply.kind === 'answer' && unknownRoute.has(reply.status)) isUnderstood = false;
  };
}
