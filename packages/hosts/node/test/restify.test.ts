import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineTool } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { expect, onTestFinished, test } from 'vitest';
import { createNodeHandler } from '../src/index.ts';

const echo = defineTool({
  id: 'Test.Echo',
  version: '1.0.0',
  description: 'Returns its input.',
  input: { type: 'object', properties: { text: { type: 'string', description: 'What to return.' } } },
  run: ({ text }) => text,
});

const handleTools = createNodeHandler(
  createToolServer({ tools: [echo], wires: [otc()], validator: ajv(), logger: silentLogger }),
  {
    basePath: '/ai',
  },
);

async function listenWith(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function expectTools(url: string): Promise<void> {
  const answer = await fetch(`${url}/ai/tools/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ request: { tool_id: 'Test.Echo', input: { text: 'there and back' } } }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([200, { result: { value: 'there and back' } }]);
  // A body that is not read to its end takes another way out.
  const refused = await fetch(`${url}/ai/tools/call`, { method: 'POST', body: 'x'.repeat(2_000_000) });
  expect(refused.status).toBe(400);
  expect((await fetch(`${url}/ai/tools`)).status).toBe(200);
}

test('tools work if `writeHead` returns nothing', async () => {
  const serve: RequestListener = (request, response) => {
    const writeHead = response.writeHead.bind(response);
    Object.defineProperty(response, 'writeHead', {
      value: (...head: Parameters<typeof writeHead>) => void writeHead(...head),
    });
    void handleTools(request, response).catch((error: unknown) => response.destroy(error as Error));
  };
  await expectTools(await listenWith(createServer(serve)));
});

// Its spdy asks Node for an HTTP parser that Node 24 has no more; restify 12, which needs Node 22, has left it out.
const runsRestify = Number(process.versions.node.split('.')[0]) < 24;

const why = runsRestify ? '' : ', skipped: restify 11 does not start on Node 24, and restify 12 needs Node 22';

test.skipIf(!runsRestify)(`tools work on restify, next to its own routes${why}`, async () => {
  onTestFinished(rememberPrototypes());
  const { createServer: createRestify } = await import('restify');
  const app = createRestify();
  app.pre((request, response, next) => {
    handleTools(request, response).then((answered) => next(answered ? false : undefined), next);
  });
  app.get('/own', (_request, response, next) => {
    response.end('the app');
    next();
  });
  const url = await listenWith(app.server);
  await expectTools(url);
  expect(await (await fetch(`${url}/own`)).text()).toBe('the app');
});

/** restify changes the prototypes of node:http, which other test files of this process use too; the returned function restores them. */
function rememberPrototypes(): () => void {
  const before = [IncomingMessage.prototype, ServerResponse.prototype].map(
    (prototype) => [prototype, Object.getOwnPropertyDescriptors(prototype)] as const,
  );
  return () => {
    for (const [prototype, descriptors] of before) {
      for (const name of Reflect.ownKeys(prototype)) {
        if (!Object.hasOwn(descriptors, name)) Reflect.deleteProperty(prototype, name);
      }
      Object.defineProperties(prototype, descriptors);
    }
  };
}
