import { isRpcId, type RpcId, type RpcMessage } from './message.ts';

/**
 * Encodes a notification. `params` is JSON text and is inserted unchanged, so that senders can encode it once for many clients.
 */
export function notificationText(method: string, params: string): string {
  return `{"jsonrpc":"2.0","method":"${method}","params":${params}}`;
}

// The specification spells it this way.
const canceledMethod = 'notifications/cancelled';

/**
 * The ID of the request that a notification cancels; `undefined` for any other notification. The cancellation is handled in
 * `running-requests.ts`, and for HTTP sessions in `http/session.ts`.
 */
export function canceledRequestId({ method, params }: Pick<RpcMessage, 'method' | 'params'>): RpcId | undefined {
  const { requestId } = params;
  return method === canceledMethod && isRpcId(requestId) ? requestId : undefined;
}

/** Encodes the notification that cancels a request of the server. */
export function cancellationText(requestId: RpcId): string {
  return notificationText(canceledMethod, JSON.stringify({ requestId }));
}
