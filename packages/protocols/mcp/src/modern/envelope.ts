import { isObject } from '@toolwire/core/wire';
import { modernDialect } from '../json-rpc/dialect.ts';
import { errorResponse, type RpcError, type RpcResponse, rpcCodes } from '../json-rpc/json-rpc.ts';
import {
  capabilitiesKey,
  clientInfoKey,
  idDescription,
  isLogLevel,
  isProgressToken,
  knownLevels,
  logLevelKey,
  type RpcId,
  type RpcMessage,
  type RpcRequest,
  versionKey,
} from '../json-rpc/message.ts';
import type { ModernRequest } from '../json-rpc/requests.ts';

/** The version in a message. */
export function versionOf({ meta }: RpcMessage): unknown {
  return meta[versionKey];
}

/** A request with its client information, or the error for invalid information. */
export type ReadEnvelope =
  | { readonly request: ModernRequest; readonly error?: undefined }
  | { readonly error: RpcError };

/** Reads the client information of a request. */
export function readEnvelope({ id, method, params, meta }: RpcRequest): ReadEnvelope {
  if (!(versionKey in meta) || !(capabilitiesKey in meta)) {
    // Each request contains its revision and the client's capabilities. MCP-META-02
    const missing = [versionKey, capabilitiesKey].filter((key) => !(key in meta));
    return invalid(`"_meta" lacks ${missing.map((key) => `"${key}"`).join(' and ')}`, { missing });
  }
  if (typeof meta[versionKey] !== 'string') return invalid(`"${versionKey}" is a string such as "2026-07-28"`);
  const capabilities = meta[capabilitiesKey];
  if (!isObject(capabilities)) return invalid(`"${capabilitiesKey}" is an object`);
  if (!Object.values(capabilities).every(isObject)) return invalid(`Each member of "${capabilitiesKey}" is an object`);
  if (clientInfoKey in meta && !isImplementation(meta[clientInfoKey])) {
    return invalid(`"${clientInfoKey}" is an object with a "name" and a "version", both strings`);
  }
  const { [logLevelKey]: logLevel, progressToken } = meta;
  if (logLevel !== undefined && !isLogLevel(logLevel)) return invalid(`"${logLevelKey}" is one of ${knownLevels}`);
  if (progressToken !== undefined && !isProgressToken(progressToken)) {
    return invalid(`The "progressToken" is ${idDescription}`);
  }
  return { request: { id, method, params, meta, capabilities, logLevel, progressToken } };
}

/** The error for an unsupported version. */
export function versionProblem(message: RpcMessage): RpcError | undefined {
  const requested = versionOf(message);
  if (requested === modernDialect.version) return undefined;
  return {
    // With the supported and requested versions. MCP-META-04
    code: rpcCodes.unsupportedVersion,
    message: `Unsupported protocol version. Supported: ${modernDialect.version}`,
    data: { supported: [modernDialect.version], requested },
  };
}

function isImplementation(value: unknown): boolean {
  return isObject(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}

function invalid(problem: string, data?: object): ReadEnvelope {
  const message = `The request does not say all it must of its client: ${problem}`;
  return { error: { code: rpcCodes.invalidParams, message, data } };
}

/** The answer to an unknown method. The status tells clients that don't read the body. MCP-HTTP-09 */
export function unknownMethod(id: RpcId): RpcResponse {
  return errorResponse(id, unknownMethodError, 404);
}

const unknownMethodError = {
  code: rpcCodes.methodNotFound,
  message: 'This revision of MCP does not have this method. Call server/discover to list what the server supports.',
};
