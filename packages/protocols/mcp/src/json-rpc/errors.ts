import type { BodyProblem, JsonBody } from '@toolwire/core/wire';
import { rpcCodes } from '@toolwire/internal';

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

/** The error for an unsupported version, with the supported and requested versions (MCP-META-04). */
export function unsupportedVersionError(supported: readonly string[], requested: unknown): RpcError {
  const message = `Unsupported protocol version. Supported: ${supported.join(', ')}`;
  return { code: rpcCodes.unsupportedVersion, message, data: { supported, requested } };
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
