import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, Server } from 'node:net';
import process from 'node:process';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { discover, isSafeUrl, readChallenge } from '../src/login/discover.ts';
import { listenForCallback } from '../src/login/sign-in-with-browser.ts';

/** An MCP server that requires a sign-in, and publishes its metadata. */
async function startAuthority(documentsAt: (origin: string) => Readonly<Record<string, object>>): Promise<string> {
  let origin = '';
  const server = createServer((incoming: IncomingMessage, response) => {
    const found = documentsAt(origin)[incoming.url ?? ''];
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return origin;
}

const resourcePath = '/.well-known/oauth-protected-resource/mcp';

async function discovered(more: object, issuer?: string): Promise<unknown> {
  const origin = await startAuthority((at) => ({
    [resourcePath]: { resource: `${at}/mcp`, authorization_servers: [issuer ?? at] },
    '/.well-known/oauth-authorization-server': {
      issuer: at,
      authorization_endpoint: `${at}/authorize`,
      token_endpoint: `${at}/token`,
      response_types_supported: ['code'],
      ...more,
    },
  }));
  const url = new URL(`${origin}/mcp`);
  return discover(url, readChallenge('Bearer'), new AbortController().signal);
}

describe('a server with sign-in metadata', () => {
  it('is trusted if it is on this machine too', async () => {
    expect(await discovered({})).toMatchObject({
      server: { token_endpoint: expect.stringMatching(/\/token$/) as unknown },
    });
  });

  it.each([
    ['authorization_endpoint', 'file:///C:/Windows/System32/calc.exe'],
    ['authorization_endpoint', 'javascript:alert(1)'],
    ['authorization_endpoint', 'vscode://evil/open'],
    ['authorization_endpoint', 'http://login.example.com/authorize'],
    ['authorization_endpoint', '-oProxyCommand=calc'],
    ['token_endpoint', 'http://login.example.com/token'],
    ['registration_endpoint', 'http://192.168.0.1/register'],
  ])('redirects the user nowhere with %s %s', async (name, address) => {
    await expect(discovered({ [name]: address })).rejects.toThrow(/must have an https URL as its/);
  });

  it.each(['http://login.example.com', 'file:///etc/passwd', 'ftp://127.0.0.1/'])(
    'causes no request to %s',
    async (issuer) => {
      await expect(discovered({}, issuer)).rejects.toThrow('names no authorization server that is safe to use');
    },
  );

  it('is not reported as invalid if its authorization server is down', async () => {
    await expect(discovered({}, 'http://127.0.0.1:1')).rejects.toThrow(
      "http://127.0.0.1:1: its OAuth metadata can't be loaded.",
    );
  });

  it.each([
    ['https://login.example.com/authorize', 'https://tools.example.com/mcp', true],
    ['http://127.0.0.1:1/authorize', 'http://localhost:3000/mcp', true],
    ['http://127.0.0.1:1/authorize', 'https://tools.example.com/mcp', false],
    ['http://127.0.0.1.example.com/authorize', 'http://localhost:3000/mcp', false],
    ['HTTPS://login.example.com', 'https://tools.example.com/mcp', true],
  ])('may name %s if it is at %s: %s', (address, resource, isSafe) => {
    expect(isSafeUrl(address, new URL(resource))).toBe(isSafe);
  });
});

it('a sign-in works with a request whose target is not a URL, and with a question mark in the code', async () => {
  const callback = await listenForCallback('the-state', new AbortController().signal);
  const { port } = new URL(callback.redirectUri);
  const get = (path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject).end();
    });
  for (const path of ['//', '///', '//?code=a&state=the-state', '//[', 'http://', '/%']) {
    expect(await get(path), path).toBe(404);
  }
  expect(await get('/callback?code=right?&state=the-state')).toBe(200);
  expect((await callback.parameters).get('code')).toBe('right?');
  callback.close();
});

it('only the user that was sent to sign in can return', async () => {
  const callback = await listenForCallback('the-state', new AbortController().signal);
  const visit = (query: string): Promise<number> =>
    fetch(`${callback.redirectUri}?${query}`).then(({ status }) => status);
  expect(await visit('error=access_denied')).toBe(404);
  expect(await visit('code=of-somebody-else&state=another')).toBe(404);
  expect(await visit('code=right&state=the-state')).toBe(200);
  expect((await callback.parameters).get('code')).toBe('right');
  callback.close();
});

it('reports that the local server of a sign-in can not listen', async () => {
  const listen = vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (this: Server) {
    process.nextTick(() => this.emit('error', new Error('listen EADDRNOTAVAIL')));
    return this;
  });
  onTestFinished(() => listen.mockRestore());
  await expect(listenForCallback('the-state', new AbortController().signal)).rejects.toThrow(
    "toolwire can't listen for the redirect of the sign-in: listen EADDRNOTAVAIL",
  );
});
