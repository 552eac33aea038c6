import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { apiKey } from '@toolwire/auth';
import type { HostRequest, HttpResponse } from '@toolwire/core/wire';
import { createInspector } from '@toolwire/inspector';
import { afterEach, expect, test, vi } from 'vitest';
import { createToolServer, defineTool, otc, type ToolServer, toolwire } from '../src/index.ts';
import { hostRequest, recordingLogger } from './support.ts';

afterEach(() => vi.unstubAllEnvs());

const tool = defineTool({ id: 'A.Run', version: '1.0.0', description: 'Returns a word.', run: () => 'done' });
const auth = apiKey({ keys: { ada: 'k'.repeat(32) } });

const requestOf = (method: string, path: string, headers: Readonly<Record<string, string>> = {}): HostRequest =>
  hostRequest(method, path, {}, { host: 'localhost', ...headers });

const send = async (server: ToolServer, request: HostRequest): Promise<HttpResponse | undefined> =>
  server.handle(request);

const paths = ['', '/state', '/feed', '/models', '/tasks'].map((below) => `/inspector${below}`);

test.each(paths)('refuses requests to %s like an inspector that is mounted directly', async (path) => {
  const wires = [otc()];
  const { wire, use, around } = createInspector({ wires });
  const mounted = createToolServer({ tools: [tool], wires: [...wires, wire], use, around, auth });
  const quickstart = toolwire({ tools: [tool], auth, inspector: {} });
  const requests = [
    requestOf('GET', path),
    requestOf('DELETE', path),
    requestOf('GET', path, { 'transfer-encoding': 'gzip' }),
  ];
  const [withoutCredentials, otherMethod, compressed] = await Promise.all(
    requests.map(async (request) => {
      const [expected, actual] = [await send(mounted, request), await send(quickstart, request)];
      if (expected?.status !== 200) expect(actual).toEqual(expected);
      return actual;
    }),
  );
  const isPage = path === '/inspector';
  expect(withoutCredentials?.status).toBe(isPage ? 200 : 401);
  expect(withoutCredentials?.headers['www-authenticate']).toBe(isPage ? undefined : auth.challenge);
  expect(otherMethod).toMatchObject({ status: 405, headers: { allow: expect.stringContaining('GET') as string } });
  expect(compressed?.status).toBe(isPage ? 400 : 401);
});

test('loads the inspector again after a failure, which is logged once', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'toolwire-inspector-')), 'packages.mjs');
  vi.stubEnv('TOOLWIRE_DEV_INSPECTOR', pathToFileURL(file).href);
  const { logger, records } = recordingLogger();
  const server = toolwire({ tools: [tool], logger });
  const attempts = await Promise.all(
    ['', '/state'].map((below) => send(server, requestOf('GET', `/inspector${below}`))),
  );
  expect(attempts).toMatchObject([
    { status: 501, body: expect.stringContaining('npm install --save-dev @toolwire/inspector') as string },
    { status: 501 },
  ]);
  expect(records.filter(({ level }) => level === 'error')).toHaveLength(1);
  const inspector = `export const devPackages = {
    createInspector: () => {
      const accept = () => ({ op: 'answer', response: { status: 200, headers: {}, body: 'the page' } });
      return { wire: { routes: [{ method: 'GET', path: '/inspector', accept }] }, use: [], around: [] };
    },
  };`;
  await writeFile(file, inspector);
  expect(await send(server, requestOf('GET', '/inspector'))).toMatchObject({ status: 200, body: 'the page' });
});

test('shows that the inspector is off if it is production by the time of the first request', async () => {
  // It is not loaded, so that its package is not needed.
  vi.stubEnv('TOOLWIRE_DEV_INSPECTOR', 'file:///missing.mjs');
  const server = toolwire({ tools: [tool], inspector: true });
  vi.stubEnv('NODE_ENV', 'production');
  expect(await send(server, requestOf('GET', '/inspector'))).toMatchObject({
    status: 404,
    body: 'The inspector is off, because NODE_ENV is production and `inspector.auth` is not set.\n',
  });
});

test('shows that an inspector without the page has another version', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'toolwire-inspector-')), 'packages.mjs');
  const inspector =
    'export const devPackages = { createInspector: () => ({ wire: { routes: [] }, use: [], around: [] }) };';
  await writeFile(file, inspector);
  vi.stubEnv('TOOLWIRE_DEV_INSPECTOR', pathToFileURL(file).href);
  expect(await send(toolwire({ tools: [tool] }), requestOf('GET', '/inspector'))).toMatchObject({
    status: 501,
    body: '@toolwire/inspector and toolwire have different versions. Update both.\n',
  });
});

test('gives no advice to install an inspector that fails for another reason', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'toolwire-inspector-')), 'packages.mjs');
  await writeFile(file, "throw new Error('/home/ada/secret.js is broken');");
  vi.stubEnv('TOOLWIRE_DEV_INSPECTOR', pathToFileURL(file).href);
  const { logger, records } = recordingLogger();
  const response = await send(toolwire({ tools: [tool], logger }), requestOf('GET', '/inspector'));
  expect(response?.status).toBe(500);
  expect(response?.body).not.toMatch(/install|secret/);
  expect(records).toMatchObject([{ level: 'error', fields: { error: { message: '/home/ada/secret.js is broken' } } }]);
});

test('describes tools for models under toolwire dev, also if the option models is undefined', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'toolwire-inspector-')), 'packages.mjs');
  const inspector = `export const devPackages = {
    createInspector: ({ models }) => {
      const accept = () => ({ op: 'answer', response: { status: 200, headers: {}, body: typeof models } });
      return { wire: { routes: [{ method: 'GET', path: '/inspector', accept }] }, use: [], around: [] };
    },
  };`;
  await writeFile(file, inspector);
  vi.stubEnv('TOOLWIRE_DEV_INSPECTOR', pathToFileURL(file).href);
  const server = toolwire({ tools: [tool], inspector: { models: undefined } });
  expect(await send(server, requestOf('GET', '/inspector'))).toMatchObject({ body: 'function' });
});
