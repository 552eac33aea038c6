import type { BodyProblem, JsonBody } from '@toolwire/core/wire';
import { stringifyValue } from '@toolwire/internal';
import { isRpcId, type RpcId, type RpcMessage } from './message.ts';

/** JSON-RPC error codes by meaning. */
export const rpcCodes = {
  notJson: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  // From the range reserved for MCP. MCP-RPC-06
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
  /** Only in 2025-11-25. */
  urlElicitationRequired: -32042,
} as const;

/** A JSON-RPC error object. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The error for an invalid message. */
export function invalidRequest(message: string): RpcError {
  return { code: rpcCodes.invalidRequest, message };
}

/** The error for invalid parameters of a method. */
export function invalidParams(message: string, data?: object): RpcError {
  return { code: rpcCodes.invalidParams, message, data };
}

/** The error for a request that the server can't answer. */
export function internalError(message: string): RpcError {
  return { code: rpcCodes.internal, message };
}

/** The type of a result of 2026-07-28, as a JSON member. Every result has one. MCP-RPC-05 */
export const resultTypes = {
  complete: '"resultType":"complete"',
  inputRequired: '"resultType":"input_required"',
  task: '"resultType":"task"',
} as const;

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

/** Encodes a notification whose parameters are JSON text. */
export function notificationText(method: string, params: string): string {
  return `{"jsonrpc":"2.0","method":"${method}","params":${params}}`;
}

/** A body that could not be parsed, and why. */
export type UnreadableBody = Extract<JsonBody, { readonly ok: false }>;

/** The error for an unparsable body. Its message never quotes the body. */
export function unreadableError({ problem, detail }: UnreadableBody): RpcError {
  return { code: codeOf[problem], message: detail };
}

const codeOf: Readonly<Record<BodyProblem, number>> = {
  too_large: rpcCodes.invalidRequest,
  media_type: rpcCodes.invalidRequest,
  encoding: rpcCodes.notJson,
  too_deep: rpcCodes.invalidRequest,
  too_many_parts: rpcCodes.invalidRequest,
  not_json: rpcCodes.notJson,
  empty: rpcCodes.notJson,
  interrupted: rpcCodes.notJson,
};

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

/** Text to send. Its parts may be shared with other clients. */
export type OutgoingText = string | readonly (string | SharedText)[];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** JSON text for many clients. It is encoded once, and senders don't copy it. */
export class SharedText {
  readonly bytes: Uint8Array;

  constructor(text: string | Uint8Array) {
    this.bytes = typeof text === 'string' ? encoder.encode(text) : text;
  }

  toString(): string {
    return decoder.decode(this.bytes);
  }
}

/** Joins the parts to one string. */
export function joinText(text: OutgoingText): string {
  return typeof text === 'string' ? text : text.join('');
}
