import { setTimeout as wait } from 'node:timers/promises';
import type { StopSteps } from '@toolwire/core/wire';
import { checkNames, checkNumber, maxTimerMs, type NamesOf, type NumberRule } from '@toolwire/internal';
import type { ClosableServer, Connections } from './connections.ts';
import { isHttp2 } from './http-messages.ts';

/** The times of a graceful shutdown. `closeOnSignals()` has other defaults, in `close-on-signals.ts`. */
export interface CloseOptions {
  /** How long to accept calls while unhealthy, in milliseconds; longer than a load balancer's probe interval. 0 by default. */
  readonly graceMs?: number | undefined;
  /** How long running calls may take after that, before their signals abort; 8000 by default. */
  readonly deadlineMs?: number | undefined;
}

const defaultGraceMs = 0;
export const defaultDeadlineMs = 8000;
const sweepIntervalMs = 50;
/** How long interrupted calls may take to respond, in milliseconds. */
export const lastResponsesMs = 500;

const optionNames: NamesOf<CloseOptions> = { graceMs: true, deadlineMs: true };
const shutdownTime: NumberRule = { unit: 'milliseconds', from: 0, to: maxTimerMs - lastResponsesMs };

/** Throws for unknown options, and for times that are too long for a timer. */
export function checkCloseOptions(functionName: string, options: CloseOptions | undefined): void {
  checkNames(functionName, options, optionNames);
  checkShutdownTimes(options ?? {});
}

/** Throws for times that are too long for a timer, which would fire at once. */
export function checkShutdownTimes({
  graceMs = 0,
  deadlineMs = 0,
  hardLimitMs = 0,
}: CloseOptions & { readonly hardLimitMs?: number | undefined }): void {
  for (const [name, ms] of Object.entries({ graceMs, deadlineMs, hardLimitMs })) checkNumber(name, ms, shutdownTime);
}

/** Shuts a server down gracefully. */
export async function closeServer(
  server: ClosableServer,
  connections: Connections,
  stop: StopSteps | undefined,
  options: CloseOptions = {},
): Promise<void> {
  checkCloseOptions('close()', options);
  const { graceMs = defaultGraceMs, deadlineMs = defaultDeadlineMs } = options;
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
