import type { ReadCall } from '../calling/read-call.ts';
import { decodeHeaderValue, trimmed } from '../http/header-value.ts';
import { type RpcError, rpcCodes } from '../rpc/json-rpc.ts';
import { isObject } from '../rpc/json-shape.ts';
import type { RpcMessage } from '../rpc/message.ts';
import { hasEnvelope } from '../rpc/meta-keys.ts';
import { versionOf } from './envelope.ts';

type Header = (name: string) => string | undefined;

/** The headers that say the same as the body, as they came; without HTTP there are none. */
export interface StandardHeaders {
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

/** Looks them up, once for all checks. */
export function readStandardHeaders(header: Header): StandardHeaders {
  return { version: header('mcp-protocol-version'), method: header('mcp-method'), name: header('mcp-name') };
}

/** Where they are there, they must agree with the body, since proxies act on them. */
export function differingHeader(message: RpcMessage, { version, method }: StandardHeaders): RpcError | undefined {
  // MCP-HEAD-02: a header that differs, or is missing, is -32020.
  if (version !== undefined && hasEnvelope(message) && trimmed(version) !== versionOf(message)) {
    return differs('MCP-Protocol-Version');
  }
  if (method !== undefined && trimmed(method) !== message.method) return differs('Mcp-Method');
  return undefined;
}

/** Every request has them, and one that names a thing names it there as well. */
export function missingHeader({ method, params }: RpcMessage, sent: StandardHeaders): RpcError | undefined {
  if (sent.version === undefined) return missing('MCP-Protocol-Version');
  if (sent.method === undefined) return missing('Mcp-Method');
  const named = namedBy.get(method);
  const name = named === undefined ? undefined : params[named];
  if (typeof name !== 'string') return undefined;
  if (sent.name === undefined) return missing('Mcp-Name');
  // MCP-HEAD-03: hosts look names up whatever their case; values are compared decoded.
  return decodeHeaderValue(sent.name) === name ? undefined : differs('Mcp-Name');
}

/** The parameters that a tool wants in headers stand there as well, whenever they have a value. */
export function wrongParamHeader({ listed, input }: ReadCall, header: Header): RpcError | undefined {
  const paramHeaders = listed?.paramHeaders ?? [];
  for (const one of paramHeaders) {
    const value = valueAt(input, one.path);
    // MCP-HEAD-04: nothing is expected for what is null or missing.
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const sent = header(one.header);
    if (sent === undefined) return missing(one.header);
    const decoded = decodeHeaderValue(sent);
    if (decoded === undefined || !isSame(decoded, value, one.isInteger)) return differs(one.header);
  }
  return undefined;
}

const namedBy: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

function isSame(sent: string, value: string | number | boolean, isInteger: boolean): boolean {
  // As numbers: 42.0 is 42.
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
  return { code: rpcCodes.headerMismatch, message: `Send the header ${name}; it repeats what the body says` };
}

function differs(name: string): RpcError {
  return {
    code: rpcCodes.headerMismatch,
    message: `The header ${name} says something else than the body, or is wrongly encoded`,
  };
}
