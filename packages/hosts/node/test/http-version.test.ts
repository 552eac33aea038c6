import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { defineTool } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { expect, test } from 'vitest';
import { createNodeListener } from '../src/index.ts';

const tool = defineTool({ id: 'Test.Echo', version: '1.0.0', description: 'Returns nothing.', run: () => null });

// node:http parses this version. Taken for node:http2, the request would end the process: it has no stream.
test.each(['GET /health HTTP/2.0', 'POST /tools/call HTTP/2.0', 'GET /nothing HTTP/2.0'])(
  'a request of HTTP/1 that claims to be HTTP/2 is refused: %s',
  async (line) => {
    const tools = createToolServer({ tools: [tool], wires: [otc()], validator: ajv(), logger: silentLogger });
    const server = createServer(createNodeListener(tools)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.end(`${line}\r\nHost: 127.0.0.1\r\n\r\n`);
    const answer = await text(socket);
    server.close();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('Send the request in HTTP/1.1');
  },
);
