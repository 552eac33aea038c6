import { rpcCodes, stringifyValue } from '@toolwire/internal';
import type { RpcError } from './errors.ts';
import type { RpcId } from './message.ts';
import type { OutgoingText, SharedText } from './outgoing-text.ts';

/** A response as JSON, with its HTTP status and headers. */
export interface RpcResponse {
  readonly status: number;
  readonly body: OutgoingText;
  readonly headers?: Readonly<Record<string, string>>;
  /** The code of an error response. */
  readonly errorCode?: number;
  /** The client canceled the request. Transports that may omit the response do. */
  readonly isCanceled?: boolean;
}

/** The result of a method as JSON text, or its error, before the response has an `id`. */
export type Reply =
  | { readonly result: string; readonly error?: undefined }
  | {
      readonly error: RpcError;
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** Adds the `id` to the result of a method. */
export function toResponse(id: RpcId, reply: Reply): RpcResponse {
  if (reply.error === undefined) return resultResponse(id, reply.result);
  const answer = errorResponse(id, reply.error, reply.status);
  return reply.headers === undefined ? answer : { ...answer, headers: reply.headers };
}

/** Creates a response from a result that is JSON text. */
export function resultResponse(id: RpcId, result: string): RpcResponse {
  return { status: 200, body: `{"jsonrpc":"2.0","id":${stringifyValue(id)},"result":${result}}` };
}

/** Creates a response whose result text is shared with other clients. */
export function sharedResponse(id: RpcId, members: SharedText, ...more: readonly string[]): RpcResponse {
  return { status: 200, body: [`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{`, members, ...more, '}}'] };
}

/** Creates an error response. `null` is the `id` of an unreadable request, where the revision requires one. */
export function errorResponse(id: RpcId | null | undefined, error: RpcError, status = 200): RpcResponse {
  return { status, body: errorText(id, error), errorCode: error.code };
}

/** Encodes an error response. Without `id` it responds to an unreadable request. */
export function errorText(id: RpcId | null | undefined, { code, message, data }: RpcError): string {
  // Contains the ID of the request where it was readable, and always a code and a message. MCP-RPC-02, MCP-RPC-03
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
}

/** The response to an unknown method in revisions before 2026-07-28. */
export function unknownMethod(id: RpcId): RpcResponse {
  return errorResponse(id, { code: rpcCodes.methodNotFound, message: 'This server does not have this method.' });
}

/** The response to an unknown method in 2026-07-28. The status informs clients that don't read the body. MCP-HTTP-09 */
export function unknownModernMethod(id: RpcId): RpcResponse {
  const message =
    'This revision of MCP does not have this method. Call server/discover to list what the server supports.';
  return errorResponse(id, { code: rpcCodes.methodNotFound, message }, 404);
}
