import type { EventEmitter } from 'node:events';
import type { HostRequest, UniversalHandler } from '@toolwire/core/wire';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { mountTools } from '../src/index.ts';

let app: FastifyInstance;
afterEach(() => app.close());

async function mount(handle: UniversalHandler, prefix = '/ai'): Promise<FastifyInstance> {
  app = fastify();
  app.setErrorHandler((error, _request, reply) => reply.code(500).send(`the app: ${(error as Error).message}`));
  app.register(mountTools, { prefix, server: { paths: ['/tools'], handle } });
  await app.ready();
  return app;
}

describe('a plugin of tools', () => {
  test('explains how to register it when it is used in another way, or without its server', async () => {
    app = fastify();
    app.register(mountTools, { prefix: '/ai' } as never);
    await expect(app.ready()).rejects.toThrow('got undefined');
    await expect(mountTools({ handle: () => undefined } as never, undefined as never)).rejects.toThrow(
      "app.register(mountTools, { prefix: '/ai', server })",
    );
  });

  test('rejects an app as its first argument or its server, with advice', async () => {
    app = fastify();
    await expect(mountTools(app, undefined as never)).rejects.toThrow('(TW_ARGUMENTS)');
    app.register(mountTools, { server: app } as never);
    await expect(app.ready()).rejects.toThrow('Expected a tool server, got the app of a web framework');
  });

  test('explains where to pass a server that is passed instead of options', async () => {
    app = fastify();
    app.register(mountTools, { paths: ['/tools'], handle: () => undefined } as never);
    await expect(app.ready()).rejects.toThrow('Pass it as an option: app.register(mountTools, { server }).');
  });

  test('accepts no base path in addition to its prefix', async () => {
    app = fastify();
    app.register(mountTools, { server: { paths: ['/tools'], handle: () => undefined }, basePath: '/ai' } as never);
    await expect(app.ready()).rejects.toThrow("Invalid option 'basePath' in mountTools()");
  });

  test.each(['/ai', '/ai/', 'ai', '/', ''])('removes a prefix of %j from the path', async (prefix) => {
    const seen: HostRequest[] = [];
    const mounted = await mount((request) => {
      seen.push(request);
      return { status: 200, headers: {}, body: 'ok' };
    }, prefix);
    const { statusCode } = await mounted.inject(`${prefix === 'ai' ? '/ai' : prefix.replace(/\/$/, '')}/tools?x=1`);
    expect([statusCode, seen[0]?.path, seen[0]?.query]).toEqual([200, '/tools', 'x=1']);
  });

  test.each([
    ['/:tenant/ai', '/acme-and-sons/ai/tools?at=/a/b'],
    ['/ai', '/%61i/tools?at=/a/b'],
  ])('removes a prefix of %j from the path %j', async (prefix, url) => {
    const seen: HostRequest[] = [];
    const mounted = await mount((request) => {
      seen.push(request);
      return { status: 200, headers: {} };
    }, prefix);
    await mounted.inject(url);
    expect(seen).toMatchObject([{ path: '/tools', query: 'at=/a/b' }]);
  });

  test.each([{ ignoreTrailingSlash: true }, { routerOptions: { ignoreTrailingSlash: true } }])(
    'serves both forms of a path in an app with %j',
    async (options) => {
      app = fastify(options);
      app.register(mountTools, { server: { paths: ['/tools'], handle: () => ({ status: 204, headers: {} }) } });
      expect((await app.inject('/tools')).statusCode).toBe(204);
      expect((await app.inject('/tools/')).statusCode).toBe(204);
    },
  );

  test('stores no state for a simulated request, whose connection never closes', async () => {
    const connections: EventEmitter[] = [];
    app = fastify();
    app.addHook('onRequest', async ({ raw }) => void connections.push(raw.socket));
    app.register(mountTools, { server: { paths: ['/tools'], handle: () => ({ status: 204, headers: {} }) } });
    await app.inject('/tools');
    expect(connections.map((connection) => connection.listenerCount('close'))).toEqual([0]);
  });

  test('leaves errors to the error handler of the app', async () => {
    const mounted = await mount(() => {
      throw new Error('on purpose');
    });
    expect((await mounted.inject('/ai/tools')).body).toBe('the app: on purpose');
    const own = await mounted.inject({ method: 'POST', url: '/ai/tools', headers: { 'content-type': 'nonsense' } });
    expect(own.body).toBe('the app: on purpose');
  });

  test('refuses an invalid content type with the response of the server, and runs nothing', async () => {
    const request = {
      method: 'POST',
      url: '/ai/tools',
      headers: { 'content-type': 'nonsense' },
      payload: 'x',
    } as const;
    const refusing = await mount(() => ({ status: 400, headers: {}, body: 'by the tools' }));
    expect((await refusing.inject(request)).body).toBe('by the tools');
    await app.close();
    const accepting = await mount(() => ({ status: 200, headers: {}, body: 'run after all' }));
    expect((await accepting.inject(request)).body).toMatch(/^the app: /);
  });

  test('has the same content type as the response of the server', async () => {
    const mounted = await mount(() => ({ status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }));
    expect((await mounted.inject('/ai/tools')).headers['content-type']).toBe('application/json');
  });
});
