import { isObject } from '@toolwire/core/wire';
import { rpcCodes } from '@toolwire/internal';
import { trimmed } from '../http/headers.ts';
import { type RpcError, unsupportedVersionError } from '../json-rpc/errors.ts';
import { declaresVersion, type RpcMessage, versionKey } from '../json-rpc/message.ts';
import { modernRevision } from '../json-rpc/revisions.ts';
import type { ToolCallRequest } from '../tools/tool-call.ts';

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
  if (sentVersion !== undefined && declaresVersion(message) && trimmed(sentVersion) !== requestedVersion) {
    return headerMismatch('MCP-Protocol-Version');
  }
  if (sentMethod !== undefined && trimmed(sentMethod) !== method) return headerMismatch('Mcp-Method');
  if (declaresVersion(message) && requestedVersion !== modernRevision.version) {
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

const encoded = /^=\?base64\?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\?=$/;
const looksEncoded = /^=\?base64\?.*\?=$/;
// RFC 9110: visible ASCII, spaces and tabs.
const plain = /^[\t\x20-\x7e]*$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a header value, which is base64 if it is not plain ASCII. `undefined` if the encoding is invalid. */
function decodeHeaderValue(sent: string): string | undefined {
  const value = trimmed(sent);
  if (!looksEncoded.test(value)) return plain.test(value) ? value : undefined;
  const base64 = encoded.exec(value)?.[1];
  if (base64 === undefined) return undefined;
  try {
    return utf8.decode(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  } catch {
    // Not UTF-8.
    return undefined;
  }
}
