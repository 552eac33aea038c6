import { isObject } from '@toolwire/core/wire';
import { type ClientName, declaredClient } from '../elicitation/client-capabilities.ts';
import { invalidParams, type RpcError } from '../json-rpc/errors.ts';
import {
  capabilitiesKey,
  clientInfoKey,
  idDescription,
  isLogLevel,
  isRpcId,
  knownLevels,
  logLevelKey,
  type RpcRequest,
  versionKey,
} from '../json-rpc/message.ts';
import type { ModernRequest } from '../json-rpc/requests.ts';
import { modernRevision } from '../json-rpc/revisions.ts';

/** A request with its client information, or the error for invalid information and its HTTP status. */
type RequestMeta =
  | { readonly request: ModernRequest; readonly error?: undefined }
  | { readonly error: RpcError; readonly status: 400 };

/** Reads the client information of a request. */
export function readRequestMeta({ id, method, params, meta }: RpcRequest): RequestMeta {
  if (!(versionKey in meta) || !(capabilitiesKey in meta)) {
    // Each request contains its revision and the client's capabilities. MCP-META-02
    const missing = [versionKey, capabilitiesKey].filter((key) => !(key in meta));
    return invalid(`"_meta" must have ${missing.map((key) => `"${key}"`).join(' and ')}`, { missing });
  }
  if (typeof meta[versionKey] !== 'string') return invalid(`"${versionKey}" must be a string such as "2026-07-28"`);
  const capabilities = meta[capabilitiesKey];
  if (!isObject(capabilities)) return invalid(`"${capabilitiesKey}" must be an object`);
  if (!Object.values(capabilities).every(isObject)) {
    return invalid(`Each member of "${capabilitiesKey}" must be an object`);
  }
  const clientInfo = meta[clientInfoKey];
  if (clientInfoKey in meta && !isImplementation(clientInfo)) {
    return invalid(`"${clientInfoKey}" must be an object with a "name" and a "version", both strings`);
  }
  const { [logLevelKey]: logLevel, progressToken } = meta;
  if (logLevel !== undefined && !isLogLevel(logLevel)) return invalid(`"${logLevelKey}" must be one of ${knownLevels}`);
  if (progressToken !== undefined && !isRpcId(progressToken)) {
    return invalid(`"progressToken" must be ${idDescription}`);
  }
  const client = declaredClient(isImplementation(clientInfo) ? clientInfo : undefined, modernRevision, capabilities);
  return { request: { id, method, params, meta, capabilities, client, logLevel, progressToken } };
}

function isImplementation(value: unknown): value is ClientName {
  return isObject(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}

function invalid(problem: string, data?: object): RequestMeta {
  return { error: invalidParams(`Invalid client information: ${problem}`, data), status: 400 };
}
