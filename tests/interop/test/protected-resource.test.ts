import { discoverOAuthProtectedResourceMetadata, extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { mcp } from '@toolwire/mcp';
import { createToolServer, type RequestVerifier, silentLogger } from '@toolwire/server';
import { createApp, hosts } from '@toolwire/test-hosts';
import { describe, expect, it } from 'vitest';

const origin = 'https://tools.example.com';
const metadataPath = '/.well-known/oauth-protected-resource/ai/mcp';
const authorization = {
  resource: `${origin}/ai/mcp`,
  authorizationServers: ['https://login.example.com'],
} as const;
const nobody: RequestVerifier = { scheme: 'bearer', challenge: 'Bearer', verify: () => ({ state: 'absent' }) };
const tools = createToolServer({
  tools: [],
  wires: [mcp({ authorization })],
  allowedHosts: ['tools.example.com'],
  auth: nobody,
  logger: silentLogger,
});

// The tools are below `/ai`, and the metadata of their authorization is at the root, as the README of `@toolwire/mcp` shows.
const mounts = [
  { prefix: '/ai', server: tools },
  { prefix: '/', server: { handle: tools.handle, paths: [metadataPath] } },
];

describe.each(hosts)('tools below a prefix of $name', ({ start }) => {
  it('direct a client without a token to the authorization server', async ({ onTestFinished }) => {
    const app = await start(createApp({ mounts }));
    onTestFinished(() => app.close());
    const refused = await fetch(`${app.url}/ai/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });
    expect(refused.status).toBe(401);
    const { resourceMetadataUrl } = extractWWWAuthenticateParams(refused);
    expect(String(resourceMetadataUrl)).toBe(origin + metadataPath);
    // The public address is that of this app.
    const asked: string[] = [];
    const found = await discoverOAuthProtectedResourceMetadata(
      authorization.resource,
      { resourceMetadataUrl: String(resourceMetadataUrl) },
      (address) => {
        asked.push(String(address));
        return fetch(String(address).replace(origin, app.url));
      },
    );
    expect(found).toMatchObject({
      resource: authorization.resource,
      authorization_servers: ['https://login.example.com'],
    });
    expect(asked).toEqual([origin + metadataPath]);
  });
});
