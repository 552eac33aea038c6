import type { Server } from 'node:http';
import { checkNumber } from '@toolwire/internal';

/** Has a server listen; a port that is none, or not free, is told in words for whoever chose it. */
export async function bind(server: Server, port: number, host: string): Promise<void> {
  // What comes of the environment is a text: Number(process.env.PORT).
  checkNumber('The port', port, { whole: true, from: 0, to: 65_535 });
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(error.code === 'EADDRINUSE' ? inUse(error, port) : error);
    server.once('error', fail).listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

function inUse(error: NodeJS.ErrnoException, port: number): Error {
  const message = `Port ${port} is in use: stop what listens there, or pass another port (0 for any that is free)`;
  return Object.assign(new Error(message, { cause: error }), { code: error.code });
}
