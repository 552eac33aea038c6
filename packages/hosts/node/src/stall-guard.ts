import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { longestTimerMs } from '@toolwire/internal';

/** Cuts the connections of callers who take nothing of what is written to them. */
export interface StallGuard {
  /** Looks after a connection until it closes. */
  watch(connection: Socket): void;
}

/** What was waiting to be taken when a connection was last looked at. */
interface Sight {
  readonly taken: number;
  readonly queued: number;
  /** How often in a row it was seen like this. */
  readonly times: number;
}

const looksPerLimit = 4;

/**
 * Makes a guard. A connection is cut when bytes wait for its caller for so long and none of them is taken; one that has
 * nothing to send, such as a quiet stream, may stay as long as it likes.
 */
export function createStallGuard(stallMs = 30_000): StallGuard {
  const watched = new Map<Socket, Sight | undefined>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    for (const [connection, before] of watched) {
      const seen = sightOf(connection, before);
      if (seen !== undefined && seen.times > looksPerLimit) connection.destroy();
      else watched.set(connection, seen);
    }
  };
  const forget = (connection: Socket): void => {
    watched.delete(connection);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    watch(connection) {
      // With `Infinity` none is ever cut.
      if (stallMs > longestTimerMs || watched.has(connection) || connection.destroyed) return;
      watched.set(connection, undefined);
      connection.once('close', () => forget(connection));
      timer ??= setInterval(look, stallMs / looksPerLimit).unref();
    },
  };
}

function sightOf(connection: Socket, before: Sight | undefined): Sight | undefined {
  const { writableLength, bytesWritten } = connection;
  if (writableLength === 0) return undefined;
  const taken = bytesWritten - writableLength;
  const queued = queuedBySystem(connection);
  const same = before !== undefined && before.taken === taken && before.queued === queued;
  return { taken, queued, times: same ? before.times + 1 : 1 };
}

/**
 * How much of the chunk that is being written is still here. No public name tells it, and without it a caller who takes
 * a large answer slowly would look like one who takes nothing.
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
 * Closes connections of callers that read nothing of their responses, after 30 seconds by default. Only for hosts whose adapter doesn't
 * write responses, such as Hono on Node; other adapters do this themselves.
 */
export function cutStalledCallers(server: ConnectedServer, stallMs?: number): void {
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
export function closeStalledStream(stream: ServerHttp2Stream, stallMs = 30_000): void {
  // `Infinity` disables the limit.
  if (stallMs > longestTimerMs || stream.destroyed) return;
  stream.setTimeout(stallMs);
  stream.on('timeout', () => {
    if (stream.writableLength > 0) stream.close(cancel);
  });
}
