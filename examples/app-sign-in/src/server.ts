import type { AddressInfo } from 'node:net';
import { closeGracefully } from 'toolwire';
import { app, tools } from './app.ts';

const server = app.listen(Number(process.env['PORT'] ?? 3000), () => {
  const { port } = server.address() as AddressInfo;
  console.log(`The app, and its tools under /api/ai: http://127.0.0.1:${port}`);
});

// SIGTERM and Ctrl-C end it once all is answered, what the tools are at and what the app itself is at.
closeGracefully(server, tools);
