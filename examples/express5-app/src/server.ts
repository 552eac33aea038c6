import type { AddressInfo } from 'node:net';
import { app } from './app.ts';

const server = app.listen(Number(process.env['PORT'] ?? 3000), () => {
  const { port } = server.address() as AddressInfo;
  console.log(`The app, and its tools under /api/ai: http://127.0.0.1:${port}`);
});
