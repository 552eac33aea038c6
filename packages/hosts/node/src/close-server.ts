import { setTimeout as wait } from 'node:timers/promises';
import type { StopSteps } from '@toolwire/core/wire';
import type { ClosableServer, Connections } from './connections.ts';
import { isHttp2 } from './http-messages.ts';
import { type CloseOptions, checkCloseOptions, defaultDeadlineMs, lastResponsesMs } from './shutdown-times.ts';

const sweepIntervalMs = 50;

/** Shuts a server down gracefully. */
export async function closeServer(
  server: ClosableServer,
  connections: Connections,
  stop: StopSteps | undefined,
  options: CloseOptions = {},
): Promise<void> {
  checkCloseOptions('close()', options);
  const { graceMs = 0, deadlineMs = defaultDeadlineMs } = options;
  stop?.announce();
  // Before the handler, so that every response closes its connection.
  server.prependListener('request', (_request, response) => {
    if (!isHttp2(response)) response.setHeader('connection', 'close');
  });
  if (graceMs > 0) await wait(graceMs);
  stop?.endStreams();

  await connections.allAccepted();
  const closed = closing(server);
  // Repeated, because connections become idle after their last response. Run in a later turn, after Node has read pending data: a
  // connection with an unread request is not idle.
  const endUnused = (): void => void setImmediate(() => connections.endUnused());
  const sweep = setInterval(endUnused, sweepIntervalMs);
  const deadline = setTimeout(() => stop?.interrupt(), deadlineMs);
  let expire = (): void => undefined;
  const expired = new Promise<void>((resolve) => {
    expire = resolve;
  });
  const limit = setTimeout(() => {
    connections.endAll();
    expire();
  }, deadlineMs + lastResponsesMs);
  endUnused();
  try {
    await Promise.race([closed, expired]);
    // Tasks and runs without a caller hold no connection, but may run until the deadline too.
    await Promise.race([stop?.idle(), expired]);
  } finally {
    clearInterval(sweep);
    clearTimeout(deadline);
    clearTimeout(limit);
  }
}

function closing(server: ClosableServer): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined || isNotRunning(error) ? resolve() : reject(error)));
  });
}

/** Whether the app has closed the server, or it never listened. */
function isNotRunning(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_SERVER_NOT_RUNNING';
}
