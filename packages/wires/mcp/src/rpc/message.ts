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

/** What a message may be known by. */
export const idShape = 'a string of at most 256 characters, or an integer';

const maxIdLength = 256;

/** Tells an id, or what else a client may choose to recognise messages by, from every other value. */
export function isRpcId(id: unknown): id is RpcId {
  // MCP-RPC-01: neither null nor a fraction; the limit keeps streams from repeating something long.
  return typeof id === 'string' ? id.length <= maxIdLength : Number.isSafeInteger(id);
}
