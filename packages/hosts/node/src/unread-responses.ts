import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { checkNumber, durationLimit, maxTimerMs } from '@toolwire/internal';

/** Closes the connections of callers that read nothing of their responses. */
export interface StallGuard {
  /** Checks a connection until it closes. */
  watch(connection: Socket): void;
}

/** The progress of a connection with unread bytes at the last check. */
interface Progress {
  readonly sent: number;
  readonly queued: number;
  /** The number of consecutive checks that found this state. */
  readonly checks: number;
}

const defaultStallMs = 30_000;
const checksPerLimit = 4;

/**
 * Creates a guard. It closes a connection whose caller reads none of the waiting bytes for the given time. A connection without
 * waiting bytes, such as a quiet stream, stays open.
 */
export function createStallGuard(stallMs: number = defaultStallMs): StallGuard {
  const connections = new Map<Socket, Progress | undefined>();
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    for (const [connection, before] of connections) {
      const progress = progressOf(connection, before);
      if (progress !== undefined && progress.checks > checksPerLimit) connection.destroy();
      else connections.set(connection, progress);
    }
  };
  const forget = (connection: Socket): void => {
    connections.delete(connection);
    if (connections.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    watch(connection) {
      // `Infinity` disables the limit. A simulated connection, as in Fastify's `inject()`, never closes.
      if (stallMs > maxTimerMs || connections.has(connection) || connection.destroyed !== false) return;
      connections.set(connection, undefined);
      connection.once('close', () => forget(connection));
      timer ??= setInterval(check, stallMs / checksPerLimit).unref();
    },
  };
}

function progressOf(connection: Socket, before: Progress | undefined): Progress | undefined {
  const { writableLength, bytesWritten } = connection;
  if (writableLength === 0) return undefined;
  const sent = bytesWritten - writableLength;
  const queued = queuedBySystem(connection);
  const isSame = before !== undefined && before.sent === sent && before.queued === queued;
  return { sent, queued, checks: isSame ? before.checks + 1 : 1 };
}

/**
 * The number of bytes of the current chunk that are not yet sent. Node has no public property for it. Without it, a caller that
 * reads a large response slowly would seem to read nothing.
 */
function queuedBySystem(connection: Socket): number {
  const { _handle: handle } = connection as { readonly _handle?: { readonly writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}

/** A server of node:http or node:https. */
interface ConnectedServer {
  on(event: 'connection' | 'secureConnection', listener: (connection: Socket) => void): unknown;
}

/**
 * Closes connections of callers that read nothing of their responses, after 30 seconds by default. Only for frameworks whose adapter doesn't
 * write responses, such as Hono on Node; other adapters do this themselves.
 */
export function cutStalledCallers(server: ConnectedServer, stallMs?: number): void {
  if (stallMs !== undefined) checkNumber('stallMs of cutStalledCallers()', stallMs, durationLimit);
  const guard = createStallGuard(stallMs);
  const watch = (connection: Socket): void => guard.watch(connection);
  server.on('connection', watch);
  server.on('secureConnection', watch);
}

// CANCEL of RFC 9113, section 7.
const cancel = 8;

/**
 * Closes the HTTP/2 stream of a caller that reads nothing for a time. Node has a timeout per stream; the connection may carry other
 * streams. Idle streams stay open.
 */
export function closeStalledStream(stream: ServerHttp2Stream, stallMs: number = defaultStallMs): void {
  // `Infinity` disables the limit.
  if (stallMs > maxTimerMs || stream.destroyed) return;
  stream.setTimeout(stallMs);
  stream.on('timeout', () => {
    if (stream.writableLength > 0) stream.close(cancel);
  });
}
