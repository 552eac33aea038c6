import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeGracefully } from 'toolwire';
import { route, tools } from './router.ts';

const server = createServer((request, response) => void route(request, response));

server.listen(Number(process.env['PORT'] ?? 3000), () => {
  const { port } = server.address() as AddressInfo;
  console.log(`The service, and its tools under /api/ai: http://127.0.0.1:${port}`);
});

// SIGTERM and Ctrl-C end it once all is answered, what the tools are at and what the service itself is at.
closeGracefully(server, tools);
