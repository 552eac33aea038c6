import { request as send } from 'node:http';
import { apiKey } from '@toolwire/auth';
import { type ListeningServer, toolwire } from 'toolwire';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { tools } from '../src/tools.ts';

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Asks with headers that `fetch` would not send, such as another Host. */
function ask(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = send(url, { headers, method }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        body += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('Access to the inspector', () => {
  let server: ListeningServer;
  let page: string;
  let token: string;

  beforeAll(async () => {
    server = await toolwire({ tools, inspector: true }).listen(0, { closeOnSignals: false });
    page = `${server.url}/inspector`;
    token = tokenIn((await ask(page)).body);
  });

  afterAll(() => server.close());
  afterEach(() => vi.unstubAllEnvs());

  function tokenIn(html: string): string {
    return /name="inspector-token" content="([\w-]+)"/.exec(html)?.[1] ?? '';
  }

  test("its page runs only its own script, and can't be framed", async () => {
    const { status, headers } = await ask(page);
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+'(?:;|$)/);
    expect(policy).toMatch(/style-src 'sha256-[\w+/=]+'(?:;|$)/);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
    expect((await ask(page, { 'sec-fetch-dest': 'iframe' })).status).toBe(403);
  });

  test('the page contains the token for the header of its script', async () => {
    const { status, body } = await ask(`${page}/state`, { 'x-toolwire-inspector': token });
    expect(status).toBe(200);
    expect((JSON.parse(body) as { tools: unknown[] }).tools).toHaveLength(tools.length);
  });

  test.each([
    ['no caller without the token', {}],
    ['no caller with another token', { 'x-toolwire-inspector': 'guessed' }],
    ['no page of another origin', { origin: 'https://evil.example', token: 'yes' }],
    ['no sandbox, whose origin is null', { origin: 'null', token: 'yes' }],
    ['no page that came here by its own host name', { host: 'evil.example', token: 'yes' }],
    ['no request that a browser says came from elsewhere', { 'sec-fetch-site': 'cross-site', token: 'yes' }],
    ['no remote caller behind a proxy', { 'x-forwarded-for': '203.0.113.7', token: 'yes' }],
  ])('%s reads anything', async (_who, { token: own, ...headers }: Record<string, string>) => {
    const sent = own === undefined ? headers : { ...headers, 'x-toolwire-inspector': token };
    for (const part of ['state', 'feed', 'models?tool=Calculator.Add@2.0.0', 'tasks']) {
      const { status, body } = await ask(`${page}/${part}`, sent);
      expect(status).toBe(403);
      expect(body).not.toContain('Calculator');
    }
  });

  test('a POST without the token changes nothing', async () => {
    for (const path of [page, `${page}/state`, `${page}/feed`, `${page}/models`, `${page}/tasks?id=1&action=cancel`]) {
      const { status } = await ask(path, { origin: 'https://evil.example' }, 'POST');
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
  });

  test("a foreign Host can't read the page", async () => {
    expect((await ask(page, { host: 'evil.example' })).status).toBe(403);
  });

  test('is off by default, and in production', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    for (const inspector of [undefined, false, true] as const) {
      const other = await toolwire({ tools, ...(inspector !== undefined && { inspector }) }).listen(0, {
        closeOnSignals: false,
      });
      expect((await ask(`${other.url}/inspector`)).status).toBe(404);
      await other.close();
    }
  });

  test('in production it requires the configured credentials', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const key = 'a-key-of-ada-that-is-long-enough';
    const inspector = { auth: apiKey({ keys: { ada: key } }), path: '/tools-page' };
    const other = await toolwire({ tools, inspector }).listen(0, { closeOnSignals: false });
    const own = { 'x-toolwire-inspector': tokenIn((await ask(`${other.url}/tools-page`)).body) };
    expect((await ask(`${other.url}/tools-page/state`, own)).status).toBe(401);
    expect((await ask(`${other.url}/tools-page/state`, { ...own, 'otc-api-key': 'wrong' })).status).toBe(401);
    expect((await ask(`${other.url}/tools-page/state`, { ...own, 'otc-api-key': key })).status).toBe(200);
    await other.close();
  });

  test("uses the server's own auth for the data of the page, if there is no other check", async () => {
    const key = 'a-key-of-ada-that-is-long-enough';
    const other = await toolwire({ tools, inspector: true, auth: apiKey({ keys: { ada: key } }) }).listen(0, {
      closeOnSignals: false,
    });
    const own = { 'x-toolwire-inspector': tokenIn((await ask(`${other.url}/inspector`)).body) };
    expect((await ask(`${other.url}/inspector/state`, own)).status).toBe(401);
    expect((await ask(`${other.url}/inspector/state`, { ...own, 'otc-api-key': key })).status).toBe(200);
    await other.close();
  });
});
