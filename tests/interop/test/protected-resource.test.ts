import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { discoverOAuthProtectedResourceMetadata, extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { mountTools as mountExpress } from '@toolwire/express';
import { mountTools as mountFastify } from '@toolwire/fastify';
import { createFetchHandler } from '@toolwire/fetch';
import { mountTools as mountKoa } from '@toolwire/koa';
import { mcp } from '@toolwire/mcp';
import { createToolServer, type RequestVerifier, silentLogger } from '@toolwire/server';
import express5 from 'express';
import express4 from 'express4';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { listenOn, type RunningServer } from '../src/listen-on.ts';

const origin = 'https://tools.example.com';
const metadataPath = '/.well-known/oauth-protected-resource/ai/mcp';
const authorization = {
  resource: `${origin}/ai/mcp`,
  authorizationServers: ['https://login.example.com'],
} as const;
const nobody: RequestVerifier = { scheme: 'bearer', challenge: 'Bearer', verify: () => ({ state: 'absent' }) };
const tools = createToolServer({
  tools: [],
  wires: [mcp({ authorization, allowedHosts: ['tools.example.com'] })],
  auth: nobody,
  logger: silentLogger,
});

const onExpress = (express: typeof express5) => (): Promise<RunningServer> => {
  const app = express().use(express.json());
  app.get(metadataPath, mountExpress(tools));
  return listenOn(app.use('/ai', mountExpress(tools)));
};

/** Apps with tools below `/ai`, and at the root what leads to their tokens: as the README of `@toolwire/mcp` has it. */
const apps: Readonly<Record<string, () => Promise<RunningServer>>> = {
  'Express 5': onExpress(express5),
  'Express 4': onExpress(express4),
  Fastify: async () => {
    const app = fastify();
    app.register(mountFastify, { prefix: '/ai', server: tools });
    app.register(mountFastify, { server: { handle: tools.handle, paths: [metadataPath] } });
    return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
  },
  Koa: () => {
    const answer = mountKoa(tools);
    const app = new Koa().use((context, next) => {
      // What koa-mount does.
      if (context.path !== metadataPath) context.path = context.path.replace(/^\/ai/, '');
      return answer(context, next);
    });
    return listenOn(app.callback());
  },
  hono: () => {
    const app = new Hono();
    const below = createFetchHandler(tools, { basePath: '/ai' });
    const atRoot = createFetchHandler(tools);
    app.get(metadataPath, async (context, next) => (await atRoot(context.req.raw)) ?? next());
    app.use('/ai/*', async (context, next) => (await below(context.req.raw)) ?? next());
    return listenOn(createAdaptorServer(app) as Server);
  },
};

describe.each(Object.entries(apps))('tools below a prefix of %s', (_, start) => {
  it('lead a client without a token to where it gets one', async ({ onTestFinished }) => {
    const app = await start();
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
