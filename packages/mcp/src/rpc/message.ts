import type { Fields } from './json-shape.ts';

/** How a request and its answer find each other. */
export type RpcId = string | number;

/** A request or a notification, its parts known to be of the right kind. */
export interface RpcMessage {
  readonly method: string;
  readonly params: Fields;
  /** `params._meta`. */
  readonly meta: Fields;
}

/** A message that is owed an answer. */
export interface RpcRequest extends RpcMessage {
  readonly id: RpcId;
}

/** Tells an id from every other value. */
export function isRpcId(id: unknown): id is RpcId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}
