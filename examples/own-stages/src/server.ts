import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeGracefully } from '@toolwire/node';
import { route, servers } from './route.ts';

const server = createServer((request, response) => void route(request, response));

server.listen(Number(process.env['PORT'] ?? 3000), () => {
  const { port } = server.address() as AddressInfo;
  console.log(`Three servers on http://127.0.0.1:${port}, under /replaced, /added and /ordered`);
});

// SIGTERM and Ctrl-C end all three, once what they are at is answered.
closeGracefully(server, servers);
