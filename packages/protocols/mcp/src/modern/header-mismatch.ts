import { isObject } from '@toolwire/core/wire';
import { decodeHeaderValue, trimmed } from '../http/headers.ts';
import { type RpcError, rpcCodes } from '../json-rpc/json-rpc.ts';
import { hasEnvelope, type RpcMessage } from '../json-rpc/message.ts';
import { versionOf } from '../json-rpc/protocol-version.ts';
import type { ToolCallRequest } from '../tools/tool-call.ts';

type Header = (name: string) => string | undefined;

/** The headers that repeat parts of the body, as sent. Absent without HTTP. */
export interface StandardHeaders {
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

/** Reads the headers once for all checks. */
export function readStandardHeaders(header: Header): StandardHeaders {
  return { version: header('mcp-protocol-version'), method: header('mcp-method'), name: header('mcp-name') };
}

/**
 * The error for a version or method header that differs from the body, since proxies act on headers. Checked before the version, so that
 * a proxy and the server agree on it. MCP-HEAD-02
 */
export function findVersionOrMethodMismatch(
  message: RpcMessage,
  { version, method }: StandardHeaders,
): RpcError | undefined {
  if (version !== undefined && hasEnvelope(message) && trimmed(version) !== versionOf(message)) {
    return mismatch('MCP-Protocol-Version');
  }
  if (method !== undefined && trimmed(method) !== message.method) return mismatch('Mcp-Method');
  return undefined;
}

/** The error for a missing header, or for a name header that differs from the body. MCP-HEAD-02 */
export function findMissingHeaderOrNameMismatch(
  { method, params }: RpcMessage,
  sent: StandardHeaders,
): RpcError | undefined {
  if (sent.version === undefined) return missing('MCP-Protocol-Version');
  if (sent.method === undefined) return missing('Mcp-Method');
  const nameParam = nameParams.get(method);
  const name = nameParam === undefined ? undefined : params[nameParam];
  if (typeof name !== 'string') return undefined;
  if (sent.name === undefined) return missing('Mcp-Name');
  // Header names ignore case, and values are compared decoded. MCP-HEAD-03
  return decodeHeaderValue(sent.name) === name ? undefined : mismatch('Mcp-Name');
}

/** The error for a missing or different parameter header. Each parameter with a value needs its header. */
export function findParamHeaderMismatch({ listed, input }: ToolCallRequest, header: Header): RpcError | undefined {
  const paramHeaders = listed?.paramHeaders ?? [];
  for (const paramHeader of paramHeaders) {
    const value = valueAt(input, paramHeader.path);
    // Parameters that are null or missing need no header. MCP-HEAD-04
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const sent = header(paramHeader.header);
    if (sent === undefined) return missing(paramHeader.header);
    const decoded = decodeHeaderValue(sent);
    if (decoded === undefined || !isSame(decoded, value, paramHeader.isInteger)) return mismatch(paramHeader.header);
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

function missing(name: string): RpcError {
  return { code: rpcCodes.headerMismatch, message: `Send the header ${name}; it must repeat the value in the body` };
}

function mismatch(name: string): RpcError {
  return {
    code: rpcCodes.headerMismatch,
    message: `The header ${name} does not match the body, or is not encoded correctly`,
  };
}
