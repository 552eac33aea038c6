import type { Server } from 'node:http';

/** Has a server listen; a port that is none, or not free, is told in words for whoever chose it. */
export async function bind(server: Server, port: number, host: string): Promise<void> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    const shown = typeof port === 'string' ? `the text '${port as string}'` : String(port);
    throw new RangeError(
      `The port must be a whole number from 0 to 65535, such as Number(process.env.PORT), not ${shown}`,
    );
  }
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
