import { describe, expect, it } from 'vitest';
import type { Ground } from '../src/ground.ts';
import { asCommonJs, asModule, type Program, withoutRequireOfModules } from '../src/program.ts';
import { writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';

const calls: Program = {
  imports: {
    '@toolwire/express': '* as inExpress',
    '@toolwire/fastify': '* as inFastify',
    '@toolwire/fetch': '* as inFetch',
    '@toolwire/koa': '* as inKoa',
    'node:http': '{ createServer }',
    express: '* as expressModule',
    express4: '* as express4Module',
    fastify: '{ fastify }',
    koa: '* as koaModule',
    koa2: '* as koa2Module',
    hono: '{ Hono }',
    toolwire: '{ createNodeListener, createToolServer, defineTool, otc }',
  },
  body: `
    const [express, express4, Koa, Koa2] = [expressModule, express4Module, koaModule, koa2Module].map((one) => one.default ?? one);
    const whoami = defineTool({ id: 'Host.Name', version: '1.0.0', description: 'Answers.', run: () => 'served' });
    const server = createToolServer({ tools: [whoami], wires: [otc()] });
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ request: { tool_id: 'Host.Name' } }),
    };
    const overHttp = async (listener) => {
      const host = createServer(listener);
      await new Promise((listening) => host.listen(0, '127.0.0.1', listening));
      const answer = await fetch('http://127.0.0.1:' + host.address().port + '/tools/call', init);
      const { result } = await answer.json();
      host.closeAllConnections();
      host.close();
      return result.value;
    };
    const app = fastify();
    await app.register(inFastify.mountTools, { server });
    await app.ready();
    const hono = new Hono().all('*', (context) => inFetch.createFetch(server)(context.req.raw));
    console.log(JSON.stringify({
      node: await overHttp(createNodeListener(server)),
      express4: await overHttp(express4().use(express4.json()).use(inExpress.mountTools(server))),
      express5: await overHttp(express().use(express.json()).use(inExpress.mountTools(server))),
      koa2: await overHttp(new Koa2().use(inKoa.mountTools(server)).callback()),
      koa3: await overHttp(new Koa().use(inKoa.mountTools(server)).callback()),
      fastify5: await overHttp((request, response) => app.routing(request, response)),
      hono: (await (await hono.fetch(new Request('http://tools.test/tools/call', init))).json()).result.value,
    }));`,
};

/** The adapters, each in its host. */
export function hostsSuite(ground: Ground): void {
  describe('the adapters', () => {
    const everywhere = {
      node: 'served',
      express4: 'served',
      express5: 'served',
      koa2: 'served',
      koa3: 'served',
      fastify5: 'served',
      hono: 'served',
    };

    it('answer calls on every host from a CommonJS project', async () => {
      const folder = await ground.shared();
      writeFiles(folder, { 'hosts/main.cjs': asCommonJs(calls) });
      const output = await outputOf('node', [withoutRequireOfModules, 'hosts/main.cjs'], folder);
      expect(JSON.parse(output)).toEqual(everywhere);
    });

    it('answer calls on every host from an ES module project', async () => {
      const folder = await ground.shared();
      writeFiles(folder, { 'hosts/main.mjs': asModule(calls) });
      const output = await outputOf('node', ['hosts/main.mjs'], folder);
      expect(JSON.parse(output)).toEqual(everywhere);
    });
  });
}
