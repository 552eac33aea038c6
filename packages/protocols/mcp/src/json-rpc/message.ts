import { type Fields, isObject } from '@toolwire/core/wire';
import { resultMetaKey, versionKey } from './meta-keys.ts';

/** The `id` that links a response to its request. */
export type RpcId = string | number;

/** A request or notification with validated fields. */
export interface RpcMessage {
  readonly method: string;
  readonly params: Fields;
  /** `params._meta`. */
  readonly meta: Fields;
}

/** A message that expects a response. */
export interface RpcRequest extends RpcMessage {
  readonly id: RpcId;
}

/** Describes a valid ID in error messages. */
export const idDescription = 'a string of at most 256 characters, or an integer';

const maxRpcIdLength = 256;

/** Whether a value is a valid ID or progress token. */
export function isRpcId(id: unknown): id is RpcId {
  // Not null and not a fraction. The limit keeps streams from repeating long IDs. MCP-RPC-01
  return typeof id === 'string' ? id.length <= maxRpcIdLength : Number.isSafeInteger(id);
}

export const noFields: Fields = Object.freeze({});

/** One message from a client. */
export type DecodedMessage =
  | ({ readonly kind: 'request' } & RpcRequest)
  | ({ readonly kind: 'notification' } & RpcMessage)
  /** `id` is null if the client could not read the ID of a message. */
  | { readonly kind: 'response'; readonly id: RpcId | null; readonly message: Fields }
  /** `id` is present where it was readable. */
  | { readonly kind: 'malformed'; readonly id: RpcId | undefined; readonly problem: string };

/** Decodes one JSON-RPC message. It never throws, and its problems never quote the message. */
export function decodeMessage(value: unknown): DecodedMessage {
  if (!isObject(value)) return malformed(undefined, 'A message must be one JSON object');
  const { id, method } = value;
  const readableId = isRpcId(id) ? id : undefined;
  if (value['jsonrpc'] !== '2.0') return malformed(readableId, 'A message must have the member "jsonrpc": "2.0"');
  // Responses are never answered. Otherwise two peers could answer each other forever.
  if ((id ?? null) === null && method === undefined && 'error' in value) {
    return { kind: 'response', id: null, message: value };
  }
  if ('id' in value && readableId === undefined) {
    return malformed(undefined, `The "id" of a request must be ${idDescription}`);
  }
  if (method === undefined) return decodeResponse(value, readableId);
  if (typeof method !== 'string') return malformed(readableId, 'The "method" must be a string');

  const { params = noFields } = value;
  if (!isObject(params)) return malformed(readableId, 'The "params" must be an object');
  const { _meta: meta = noFields } = params;
  if (!isObject(meta)) return malformed(readableId, 'The member "_meta" of the "params" must be an object');
  return readableId === undefined
    ? { kind: 'notification', method, params, meta }
    : { kind: 'request', id: readableId, method, params, meta };
}

function decodeResponse(message: Fields, id: RpcId | undefined): DecodedMessage {
  if (id !== undefined && ('result' in message || 'error' in message)) return { kind: 'response', id, message };
  return malformed(id, 'The message has no "method"');
}

function malformed(id: RpcId | undefined, problem: string): DecodedMessage {
  return { kind: 'malformed', id, problem };
}

/** Whether a client asks for the Open Tool Calling outcome in `_meta`. */
export function requestsResultMeta({ meta }: RpcMessage): boolean {
  return meta[resultMetaKey] === true;
}

/** Whether a message contains its protocol version, as in 2026-07-28 and later. */
export function declaresVersion({ meta }: RpcMessage): boolean {
  return versionKey in meta;
}
