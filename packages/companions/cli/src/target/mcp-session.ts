import { setTimeout } from 'node:timers/promises';
import { type Fields, isObject } from '@toolwire/internal';
import manifest from '../../package.json' with { type: 'json' };
import { type McpConnection, NoMcpServer, type RequestExtras, RpcError } from './mcp-connection.ts';

/** A server of MCP with which a revision is agreed on. */
export interface McpSession {
  readonly era: 'modern' | 'legacy';
  /** What the server calls itself, where it says so. */
  readonly serverName: string | undefined;
  readonly request: (method: string, params: Fields, extras?: RequestExtras) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const modernVersion = '2026-07-28';
const legacyVersion = '2025-11-25';
const clientInfo = { name: 'toolwire', version: manifest.version };

/** Finds out which revision a server speaks: the newest, in which each request stands for itself, or one with `initialize`. */
export async function openMcpSession(
  connection: McpConnection,
  canAsk: boolean,
  patienceMs?: number,
): Promise<McpSession> {
  const capabilities = canAsk ? { elicitation: { form: {}, url: {} } } : {};
  const modern = modernSession(connection, capabilities);
  const discovered = discoverModern(modern);
  // Heard of below where it is still wanted; a server that is not waited for may as well end.
  discovered.catch(() => undefined);
  const known = await (patienceMs === undefined
    ? discovered
    : Promise.race([discovered, setTimeout(patienceMs, undefined, { ref: false })]));
  if (isObject(known)) return { ...modern, serverName: nameIn(known) };
  let agreed: unknown;
  try {
    agreed = await connection.request('initialize', { protocolVersion: legacyVersion, capabilities, clientInfo });
    connection.agree(isObject(agreed) ? String(agreed['protocolVersion']) : legacyVersion);
  } catch (thrown) {
    // It was slow to start, and knows no `initialize`.
    const late = known === undefined && thrown instanceof RpcError ? await discovered : false;
    if (late === false) throw thrown;
    return { ...modern, serverName: nameIn(late) };
  }
  await connection.notify('notifications/initialized', {});
  return { era: 'legacy', serverName: nameIn(agreed), request: connection.request, close: connection.close };
}

/** What a server of the newest revision says of itself; `false` of one that is none. */
async function discoverModern(session: McpSession): Promise<Fields | false> {
  try {
    const found = await session.request('server/discover', {});
    const versions = isObject(found) ? found['supportedVersions'] : undefined;
    return isObject(found) && Array.isArray(versions) && versions.includes(modernVersion) ? found : false;
  } catch (thrown) {
    // Whatever an older server says to a method it does not know: `initialize` tells whether it is one.
    if (thrown instanceof RpcError || thrown instanceof NoMcpServer) return false;
    throw thrown;
  }
}

/** The name in the answer to `initialize`, or beside that to `server/discover`. */
function nameIn(told: unknown): string | undefined {
  const { serverInfo, _meta: meta } = isObject(told) ? told : {};
  const info = serverInfo ?? (isObject(meta) ? meta['io.modelcontextprotocol/serverInfo'] : undefined);
  return isObject(info) && typeof info['name'] === 'string' ? info['name'] : undefined;
}

function modernSession(connection: McpConnection, capabilities: object): McpSession {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': modernVersion,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/clientInfo': clientInfo,
  };
  return {
    era: 'modern',
    serverName: undefined,
    request(method, { _meta: meta, ...params }, { headers, ...extras } = {}) {
      return connection.request(
        method,
        { ...params, _meta: { ...(isObject(meta) && meta), ...envelope } },
        { ...extras, headers: { ...routingHeaders(modernVersion, method, params), ...headers } },
      );
    },
    close: connection.close,
  };
}

/** The headers by which a request of the newest revision finds its way without being read. */
export function routingHeaders(
  version: string,
  method: string,
  { name, uri, taskId }: Fields,
): Readonly<Record<string, string>> {
  const target = method === 'resources/read' ? uri : method.startsWith('tasks/') ? taskId : name;
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof target === 'string' && { 'mcp-name': headerValue(target) }),
  };
}

/** The headers in which a tool wants some of its parameters, by its marks `x-mcp-header`. */
export function paramHeaders(schema: unknown, input: unknown): Readonly<Record<string, string>> {
  if (!isObject(schema) || !isObject(schema['properties']) || !isObject(input)) return {};
  const found = Object.entries(schema['properties']).flatMap(
    ([name, inner]): readonly (readonly [string, string])[] => {
      const value = Object.hasOwn(input, name) ? input[name] : undefined;
      const mark = isObject(inner) ? inner['x-mcp-header'] : undefined;
      const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      return typeof mark === 'string' && isPlain
        ? [[`mcp-param-${mark.toLowerCase()}`, headerValue(String(value))]]
        : Object.entries(paramHeaders(inner, value));
    },
  );
  return Object.fromEntries(found);
}

/** Plain ASCII as it is, and the rest in the protocol's own encoding. */
function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
