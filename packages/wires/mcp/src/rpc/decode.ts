import { type Fields, isObject, noFields } from './json-shape.ts';
import { idShape, isRpcId, type RpcId, type RpcMessage, type RpcRequest } from './message.ts';

/** What a client's message is. */
export type Decoded =
  | ({ readonly kind: 'request' } & RpcRequest)
  | ({ readonly kind: 'notification' } & RpcMessage)
  | { readonly kind: 'response'; readonly id: RpcId; readonly message: Fields }
  /** `id` where it could be read nevertheless. */
  | { readonly kind: 'malformed'; readonly id: RpcId | undefined; readonly problem: string };

/** Reads one JSON-RPC message; never throws, and repeats nothing of what is wrong. */
export function decodeMessage(value: unknown): Decoded {
  if (!isObject(value)) return malformed(undefined, 'A message is one JSON object');
  const { id, method } = value;
  const readableId = isRpcId(id) ? id : undefined;
  if (value['jsonrpc'] !== '2.0') return malformed(readableId, 'A message has the member "jsonrpc": "2.0"');
  if ('id' in value && readableId === undefined) {
    return malformed(undefined, `The "id" of a request is ${idShape}`);
  }
  if (method === undefined) return decodeResponse(value, readableId);
  if (typeof method !== 'string') return malformed(readableId, 'The "method" is a string');

  const { params = noFields } = value;
  if (!isObject(params)) return malformed(readableId, 'The "params" are an object');
  const { _meta: meta = noFields } = params;
  if (!isObject(meta)) return malformed(readableId, 'The member "_meta" of the "params" is an object');
  return readableId === undefined
    ? { kind: 'notification', method, params, meta }
    : { kind: 'request', id: readableId, method, params, meta };
}

function decodeResponse(message: Fields, id: RpcId | undefined): Decoded {
  if (id !== undefined && ('result' in message || 'error' in message)) return { kind: 'response', id, message };
  return malformed(id, 'A message has a "method"');
}

function malformed(id: RpcId | undefined, problem: string): Decoded {
  return { kind: 'malformed', id, problem };
}
