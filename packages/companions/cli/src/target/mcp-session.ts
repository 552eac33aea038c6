import { setTimeout } from 'node:timers/promises';
import { type Fields, isObject } from '@toolwire/internal';
import manifest from '../../package.json' with { type: 'json' };
import { type McpConnection, NoMcpServer, type RequestExtras, RpcError } from './mcp-connection.ts';

/** A server of MCP with which a revision is agreed on. */
export interface McpSession {
  readonly era: 'modern' | 'legacy';
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
  const discovered = speaksModern(modern);
  // Heard of below where it is still wanted; a server that is not waited for may as well end.
  discovered.catch(() => undefined);
  const isModern = await (patienceMs === undefined
    ? discovered
    : Promise.race([discovered, setTimeout(patienceMs, undefined, { ref: false })]));
  if (isModern === true) return modern;
  try {
    const agreed = await connection.request('initialize', { protocolVersion: legacyVersion, capabilities, clientInfo });
    connection.agree(isObject(agreed) ? String(agreed['protocolVersion']) : legacyVersion);
  } catch (thrown) {
    // It was slow to start, and knows no `initialize`.
    if (isModern === undefined && thrown instanceof RpcError && (await discovered)) return modern;
    throw thrown;
  }
  await connection.notify('notifications/initialized', {});
  return { era: 'legacy', request: connection.request, close: connection.close };
}

async function speaksModern(session: McpSession): Promise<boolean> {
  try {
    const found = await session.request('server/discover', {});
    const versions = isObject(found) ? found['supportedVersions'] : undefined;
    return Array.isArray(versions) && versions.includes(modernVersion);
  } catch (thrown) {
    // Whatever an older server says to a method it does not know: `initialize` tells whether it is one.
    if (thrown instanceof RpcError || thrown instanceof NoMcpServer) return false;
    throw thrown;
  }
}

function modernSession(connection: McpConnection, capabilities: object): McpSession {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': modernVersion,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/clientInfo': clientInfo,
  };
  return {
    era: 'modern',
    request(method, { _meta: meta, ...params }, { headers, ...extras } = {}) {
      const { name } = params;
      return connection.request(
        method,
        { ...params, _meta: { ...(isObject(meta) && meta), ...envelope } },
        {
          ...extras,
          headers: {
            'mcp-protocol-version': modernVersion,
            'mcp-method': method,
            ...(typeof name === 'string' && { 'mcp-name': headerValue(name) }),
            ...headers,
          },
        },
      );
    },
    close: connection.close,
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
