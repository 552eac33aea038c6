import type { ClientSettings } from '../options/client-options.ts';
import { encodeCancel } from '../send/encode-call.ts';
import { exchange } from '../send/exchange.ts';
import type { CallContext } from './call-context.ts';

/** A call to cancel. */
export interface SentCall {
  readonly toolId: string;
  readonly callId: string;
  readonly context: CallContext;
}

const cancelTimeoutMs = 5_000;

/** The statuses of servers without this route, which is not part of the standard. */
const unknownRoute: ReadonlySet<number> = new Set([404, 405, 501]);

/** Returns a function that cancels calls on servers that keep running after a disconnect. */
export function createCancelCall(settings: ClientSettings): (call: SentCall) => Promise<void> {
  const { url, authorize, fetch, maxResponseBytes } = settings;
  let isSupported = true;
  return async (call) => {
    if (!isSupported) return;
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const cancelRequest = { method: 'POST', url: `${url}/tools/cancel`, headers, body: encodeCancel(call) } as const;
    const reply = await exchange(cancelRequest, {
      authorize,
      fetch,
      timeoutMs: cancelTimeoutMs,
      maxResponseBytes,
      signal: undefined,
    });
    if (reply.kind === 'response' && unknownRoute.has(reply.status)) isSupported = false;
  };
}
