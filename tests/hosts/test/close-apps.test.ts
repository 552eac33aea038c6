import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { node } from '@elysiajs/node';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { defineTool } from '@toolwire/core';
import { mountTools } from '@toolwire/fastify';
import { createFetchHandler } from '@toolwire/fetch';
import { ToolsModule } from '@toolwire/nest';
import { type Close, closeGracefully } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger, type ToolServer } from '@toolwire/server';
import { Elysia } from 'elysia';
import { fastify } from 'fastify';
import { fastify as fastify4 } from 'fastify4';
import { expect, test } from 'vitest';

const steps: string[] = [];

const slow = defineTool({
  id: 'Test.Slow',
  version: '1.0.0',
  description: 'Takes a moment.',
  run: async () => {
    steps.push('began');
    await wait(300);
    steps.push('ended');
    return 'done';
  },
});

interface StartedApp {
  readonly url: string;
  readonly close: Close;
}

const onFastify =
  (create: typeof fastify) =>
  async (server: ToolServer): Promise<StartedApp> => {
    const app = create();
    app.register(mountTools, { server });
    app.addHook('onClose', async () => void steps.push('app closed'));
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return { url, close: closeGracefully(app, server, { signals: false }) };
  };

const onNest = async (server: ToolServer): Promise<StartedApp> => {
  class Root implements OnApplicationShutdown {
    onApplicationShutdown(): void {
      steps.push('app closed');
    }
  }
  Module({ imports: [ToolsModule.forRoot({ path: '', server: () => server })] })(Root);
  const app = await NestFactory.create(Root, new ExpressAdapter(), { logger: false });
  await app.listen(0, '127.0.0.1');
  return { url: await app.getUrl(), close: closeGracefully(app, server, { signals: false }) };
};

const onElysia = async (server: ToolServer): Promise<StartedApp> => {
  const handle = createFetchHandler(server);
  const app = new Elysia({ adapter: node() }).onRequest(({ request }) => handle(request));
  const { node: srvx } = await new Promise<{ node: { server: Server } }>((resolve) => {
    // The type is that of Bun. On Node, it is a server of srvx.
    app.listen({ port: 0, hostname: '127.0.0.1' }, (listening) => resolve(listening as never));
  });
  if (!srvx.server.listening) await once(srvx.server, 'listening');
  const { port } = srvx.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: closeGracefully({ node: srvx }, server, { signals: false }) };
};

const apps: ReadonlyMap<string, (server: ToolServer) => Promise<StartedApp>> = new Map(
  Object.entries({
    'an app of Fastify 5': onFastify(fastify),
    'an app of Fastify 4': onFastify(fastify4),
    'an app of Nest': onNest,
    'what Elysia passes to its callback on Node': onElysia,
  }),
);

test.each([...apps])('%s closes after its running call, with its own hooks last', async (name, start) => {
  steps.length = 0;
  const server = createToolServer({ tools: [slow], wires: [otc()], logger: silentLogger });
  const { url, close } = await start(server);
  const calling = fetch(`${url}/tools/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ request: { tool_id: 'Test.Slow' } }),
  });
  let response: unknown = 'none yet';
  calling.then(
    ({ status }) => (response = status),
    (error: unknown) => (response = error),
  );
  await expect.poll(() => ({ steps, response })).toEqual({ steps: ['began'], response: 'none yet' });
  await close();
  expect(await (await calling).json()).toMatchObject({ result: { value: 'done' } });
  expect(steps).toEqual(['began', 'ended', ...(name.startsWith('an app') ? ['app closed'] : [])]);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});
