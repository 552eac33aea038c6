import { setTimeout as wait } from 'node:timers/promises';
import type { StopSteps } from '@toolwire/core/wire';
import { checkNames, type NamesOf } from '@toolwire/internal';
import type { ClosableServer, Connections } from './connections.ts';

/** How long each part of a stop may take. */
export interface CloseOptions {
  /** How long to go on taking calls while reporting as not healthy; longer than a load balancer's probe. 0 if left out. */
  readonly graceMs?: number | undefined;
  /** How long running calls may take after that, before their signals abort; 8000 if left out. */
  readonly deadlineMs?: number | undefined;
}

const sweepEveryMs = 50;
const lastWordsMs = 500;

const optionNames: NamesOf<CloseOptions> = { graceMs: true, deadlineMs: true };

/** Stops a server without losing a call that can still be answered. */
export async function closeServer(
  server: ClosableServer,
  connections: Connections,
  stop: StopSteps | undefined,
  options: CloseOptions = {},
): Promise<void> {
  checkNames('closeServer()', options, optionNames);
  const { graceMs = 0, deadlineMs = 8000 } = options;
  stop?.announce();
  // In front of the handler, so that every answer tells its caller to open no further request on the connection.
  server.prependListener('request', (_request, response) => {
    if (response.req.httpVersionMajor === 1) response.setHeader('connection', 'close');
  });
  if (graceMs > 0) await wait(graceMs);
  stop?.endStreams();

  const closed = closing(server);
  // A connection turns idle only when its last answer is out, so idle ones are closed again and again.
  const sweep = setInterval(() => connections.endUnused(), sweepEveryMs);
  const deadline = setTimeout(() => stop?.interrupt(), deadlineMs);
  let giveUp = (): void => undefined;
  const patience = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const limit = setTimeout(() => {
    connections.endAll();
    giveUp();
  }, deadlineMs + lastWordsMs);
  connections.endUnused();
  try {
    await Promise.race([closed, patience]);
    // Runs whose callers have left, and tasks, hold no connection open, and have until the deadline all the same.
    await Promise.race([stop?.idle(), patience]);
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

/** The app has closed it by itself, or it never listened: it is told when the last connection is gone, all the same. */
function isNotRunning(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_SERVER_NOT_RUNNING';
}
