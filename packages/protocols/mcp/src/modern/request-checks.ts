import { isObject } from '@toolwire/core/wire';
import { type ClientName, declaredClient } from '../elicitation/declared-client.ts';
import { decodeHeaderValue, trimmed } from '../http/headers.ts';
import { invalidParams, type RpcError, rpcCodes } from '../json-rpc/json-rpc.ts';
import { isLogLevel, knownLevels } from '../json-rpc/log-level.ts';
import { hasEnvelope, idDescription, isRpcId, type RpcMessage, type RpcRequest } from '../json-rpc/message.ts';
import { capabilitiesKey, clientInfoKey, logLevelKey, versionKey } from '../json-rpc/meta-keys.ts';
import type { ModernRequest } from '../json-rpc/requests.ts';
import { modernRevision, unsupportedVersionError } from '../json-rpc/revisions.ts';
import type { ToolCallRequest } from '../tools/tool-call.ts';

/** A request with its client information, or the error for invalid information. */
export type RequestMeta =
  | { readonly request: ModernRequest; readonly error?: undefined }
  | { readonly error: RpcError };

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
  return { error: invalidParams(`Invalid client information: ${problem}`, data) };
}

type Header = (name: string) => string | undefined;

/**
 * The error for a message of another version, or whose headers differ from its body, since proxies act on headers. Headers that are
 * sent are compared before the version is checked, so that a proxy and the server agree on it. MCP-HEAD-02
 */
export function findVersionOrHeaderProblem(message: RpcMessage, header: Header | undefined): RpcError | undefined {
  const { method, meta } = message;
  const requestedVersion = meta[versionKey];
  const sentVersion = header?.('mcp-protocol-version');
  const sentMethod = header?.('mcp-method');
  if (sentVersion !== undefined && hasEnvelope(message) && trimmed(sentVersion) !== requestedVersion) {
    return headerMismatch('MCP-Protocol-Version');
  }
  if (sentMethod !== undefined && trimmed(sentMethod) !== method) return headerMismatch('Mcp-Method');
  if (hasEnvelope(message) && requestedVersion !== modernRevision.version) {
    return unsupportedVersionError([modernRevision.version], requestedVersion);
  }
  // Only requests need the headers.
  if (header === undefined || !('id' in message)) return undefined;
  if (sentVersion === undefined) return missingHeader('MCP-Protocol-Version');
  if (sentMethod === undefined) return missingHeader('Mcp-Method');
  return findNameProblem(message, header);
}

function findNameProblem({ method, params }: RpcMessage, header: Header): RpcError | undefined {
  const nameParam = nameParams.get(method);
  const name = nameParam === undefined ? undefined : params[nameParam];
  if (typeof name !== 'string') return undefined;
  const sent = header('mcp-name');
  if (sent === undefined) return missingHeader('Mcp-Name');
  // Header names ignore case, and values are compared decoded. MCP-HEAD-03
  return decodeHeaderValue(sent) === name ? undefined : headerMismatch('Mcp-Name');
}

/** The error for a missing or different parameter header. Each parameter with a value needs its header. */
export function findParamHeaderMismatch({ listed, input }: ToolCallRequest, header: Header): RpcError | undefined {
  const paramHeaders = listed?.paramHeaders ?? [];
  for (const paramHeader of paramHeaders) {
    const value = valueAt(input, paramHeader.path);
    // Parameters that are null or missing need no header. MCP-HEAD-04
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const sent = header(paramHeader.header);
    if (sent === undefined) return missingHeader(paramHeader.header);
    const decoded = decodeHeaderValue(sent);
    if (decoded === undefined || !isSame(decoded, value, paramHeader.isInteger)) {
      return headerMismatch(paramHeader.header);
    }
  }
  return undefined;
}

const nameParams: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

function isSame(sent: string, value: string | number | boolean, isInteger: boolean): boolean {
  // Compared as numbers: 42.0 is 42.
  if (isInteger && typeof value === 'number') return /^-?\d+(?:\.\d+)?$/.test(sent) && Number(sent) === value;
  return sent === String(value);
}

function valueAt(args: object, path: readonly string[]): unknown {
  let value: unknown = args;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function missingHeader(name: string): RpcError {
  return { code: rpcCodes.headerMismatch, message: `Send the header ${name}; it must repeat the value in the body` };
}

function headerMismatch(name: string): RpcError {
  return {
    code: rpcCodes.headerMismatch,
    message: `The header ${name} does not match the body, or is not encoded correctly`,
  };
}
