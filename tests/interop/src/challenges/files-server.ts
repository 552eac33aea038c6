import { anyOf, apiKey, type Verifier } from '@toolwire/auth';
import { defineTool } from '@toolwire/core';
import { createFetchHandler } from '@toolwire/fetch';
import { mcp } from '@toolwire/mcp';
import { createToolServer, silentLogger } from '@toolwire/server';

/** The optional headers of a client. */
export interface Caller {
  readonly token?: string;
  readonly userAgent?: string;
}

/** Its bearer may read files. */
export const readerToken = 'reader';

const tokens: Verifier = {
  scheme: 'bearer',
  header: 'authorization',
  verify: (credentials) => {
    const sent = credentials.header('authorization');
    if (sent === undefined) return { state: 'absent' };
    return sent === `Bearer ${readerToken}`
      ? { state: 'accepted', principal: { id: 'ada', scopes: ['files:read'] } }
      : { state: 'rejected', token: 'refused' };
  },
};

const keys = apiKey({ keys: { ada: 'k'.repeat(32) } });

const fileTool = (name: string, scopes?: readonly string[]) =>
  defineTool({
    id: `Files.${name}`,
    version: '1.0.0',
    description: 'Does something with files.',
    ...(scopes && { scopes }),
    run: () => 'done',
  });

/** The server of the examples in the specs of both revisions, with tokens, or with tokens and API keys. */
export function filesServer({ anonymous = false, takesKeys = false } = {}) {
  const verifier = takesKeys ? anyOf(keys, tokens) : tokens;
  const server = createToolServer({
    tools: [
      fileTool('About'),
      fileTool('Read', ['files:read']),
      fileTool('Write', ['files:write']),
      fileTool('Share', ['files:read', 'files:write', 'user:profile']),
    ],
    wires: [
      mcp({
        authorization: {
          resource: 'https://mcp.example.com',
          authorizationServers: ['https://auth.example.com'],
          scopesSupported: ['files:read'],
        },
      }),
    ],
    auth: anonymous ? { anonymous, verifier } : verifier,
    logger: silentLogger,
  });
  const handle = createFetchHandler(server);
  const send = async (path: string, init?: RequestInit): Promise<Response> => {
    const answer = await handle(new Request(`http://127.0.0.1${path}`, init));
    if (answer === undefined) throw new Error(`Nobody answers ${path}`);
    return answer;
  };
  return {
    get: (path: string) => send(path),
    ask: (revision: string, method: string, params: object, { token, userAgent }: Caller = {}) =>
      send('/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': revision,
          ...(revision === '2026-07-28' && {
            'mcp-method': method,
            ...('name' in params && { 'mcp-name': String(params.name) }),
          }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(userAgent !== undefined && { 'user-agent': userAgent }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, ...metaOf(revision) } }),
      }),
  };
}

function metaOf(revision: string): object {
  if (revision !== '2026-07-28') return {};
  const capabilities = { 'io.modelcontextprotocol/clientCapabilities': {} };
  return { _meta: { 'io.modelcontextprotocol/protocolVersion': revision, ...capabilities } };
}
