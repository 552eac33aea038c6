// A server whose MCP clients listen, and which notifies all of them of a changed resource.

import { createServer } from 'node:http';
import { createMcpUpdates, defineResource, mcp } from '@toolwire/mcp';
import { createNodeListener } from '@toolwire/node';
import { createToolServer, silentLogger } from '@toolwire/server';
import { add } from '../../calculator.ts';
import { announce } from '../announce.ts';

const uri = 'docs://guide';
const updates = createMcpUpdates();
const wire = mcp({ resources: [defineResource({ uri, name: 'guide', text: 'Read me.' })], updates });
const server = createServer(
  createNodeListener(createToolServer({ tools: [add], wires: [wire], logger: silentLogger })),
);
server.listen(0, '127.0.0.1', () =>
  announce(server.address(), undefined, { notify: () => updates.resourceUpdated(uri) }),
);
