import { notificationText } from './json-rpc.ts';
import { isRpcId, type RpcId, type RpcMessage } from './message.ts';

const method = 'notifications/cancelled';

/**
 * The ID of the request that a notification cancels; `undefined` for any other notification. The cancellation is handled in
 * `running-requests.ts`, and for HTTP sessions in `http/session.ts`.
 */
export function cancelledRequestId({ method: name, params }: Pick<RpcMessage, 'method' | 'params'>): RpcId | undefined {
  const { requestId } = params;
  return name === method && isRpcId(requestId) ? requestId : undefined;
}

/** Encodes the notification that cancels a request of the server. */
export function cancellationText(requestId: RpcId): string {
  return notificationText(method, JSON.stringify({ requestId }));
}
