import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CreateServer, describeHost, listenOn, type MountHost } from '@toolwire/conformance/vitest';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { createNodeHandler } from '../src/index.ts';

const createServer: CreateServer = (options, prefix) =>
  createToolServer({ ...options, wires: [otc({ prefix })], validator: ajv() });

const mountNode: MountHost = ({ front, guard, mounts, back }) => {
  const handlers = mounts.map(({ server, principal, values }) => createNodeHandler(server, { principal, values }));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const handle of handlers) if (await handle(request, response)) return;
    back(request, response, () => response.writeHead(404).end('There is no such page'));
  };
  return listenOn((request, response) => {
    const fail = (): unknown => (response.headersSent ? response.destroy() : response.writeHead(500).end());
    const route = (): void => void answer(request, response).catch(fail);
    front(request, response, () => guard(request, response, route));
  });
};

describeHost('node:http', mountNode, { createServer, bodies: ['unread'] });
