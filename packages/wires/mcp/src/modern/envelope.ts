import { modernDialect } from '../revisions/dialect.ts';
import type { ModernRequest } from '../revisions/modern-request.ts';
import { type RpcError, rpcCodes } from '../rpc/json-rpc.ts';
import { type Fields, isObject } from '../rpc/json-shape.ts';
import { isLogLevel, knownLevels } from '../rpc/log-levels.ts';
import { idShape, type RpcMessage, type RpcRequest } from '../rpc/message.ts';
import { capabilitiesKey, clientKey, levelKey, versionKey } from '../rpc/meta-keys.ts';
import { isProgressToken } from '../rpc/progress-token.ts';

/** The version that a message names. */
export function versionOf({ meta }: RpcMessage): unknown {
  return meta[versionKey];
}

/** Says what is wrong with what a request tells of its client. */
export function envelopeProblem({ meta }: RpcRequest): RpcError | undefined {
  if (!(versionKey in meta) || !(capabilitiesKey in meta)) {
    // MCP-META-02: each request says which revision it is of and what its client can be asked for.
    const missing = [versionKey, capabilitiesKey].filter((key) => !(key in meta));
    return invalid(`"_meta" lacks ${missing.map((key) => `"${key}"`).join(' and ')}`, { missing });
  }
  if (typeof meta[versionKey] !== 'string') return invalid(`"${versionKey}" is a string such as "2026-07-28"`);
  const capabilities = meta[capabilitiesKey];
  if (!isObject(capabilities)) return invalid(`"${capabilitiesKey}" is an object`);
  if (!Object.values(capabilities).every(isObject)) return invalid(`Each member of "${capabilitiesKey}" is an object`);
  if (clientKey in meta && !isImplementation(meta[clientKey])) {
    return invalid(`"${clientKey}" is an object with a "name" and a "version", both strings`);
  }
  if (levelKey in meta && !isLogLevel(meta[levelKey])) return invalid(`"${levelKey}" is one of ${knownLevels}`);
  if ('progressToken' in meta && !isProgressToken(meta['progressToken'])) {
    return invalid(`The "progressToken" is ${idShape}`);
  }
  return undefined;
}

/** Refuses a version that is not spoken here in this way. */
export function versionProblem(message: RpcMessage): RpcError | undefined {
  const requested = versionOf(message);
  if (requested === modernDialect.version) return undefined;
  return {
    // MCP-META-04: with the versions that are spoken, and the one that was asked for.
    code: rpcCodes.unsupportedVersion,
    message: `Unsupported protocol version. Supported: ${modernDialect.version}`,
    data: { supported: [modernDialect.version], requested },
  };
}

/** Reads what a request tells of its client, once nothing is wrong with it. */
export function readEnvelope(request: RpcRequest): ModernRequest {
  const { id, method, params, meta } = request;
  const { [levelKey]: logLevel, progressToken } = meta;
  return {
    id,
    method,
    params,
    meta,
    capabilities: capabilitiesOf(meta),
    logLevel: isLogLevel(logLevel) ? logLevel : undefined,
    progressToken: isProgressToken(progressToken) ? progressToken : undefined,
  };
}

function capabilitiesOf(meta: Fields): Fields {
  const capabilities = meta[capabilitiesKey];
  return isObject(capabilities) ? capabilities : {};
}

function isImplementation(value: unknown): boolean {
  return isObject(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}

function invalid(message: string, data?: object): RpcError {
  return {
    code: rpcCodes.invalidParams,
    message: `The request does not say all it must of its client: ${message}`,
    data,
  };
}
