import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { IncomingRequest, OutgoingResponse } from './http-messages.ts';

/** A server of node:http, node:https or node:http2, such as `app.listen(…)` returns. */
export interface ClosableServer {
  close(done: (error?: Error) => void): unknown;
  closeIdleConnections?(): void;
  closeAllConnections?(): void;
  on(event: 'connection', listener: (socket: Socket) => void): unknown;
  on(event: 'session', listener: (session: ServerHttp2Session) => void): unknown;
  prependListener(event: 'request', listener: (request: IncomingRequest, response: OutgoingResponse) => void): unknown;
}

/** The connections of a server. */
export interface Connections {
  /**
   * Resolves when Node has accepted all pending connections. It accepts one per turn of the event loop, and a server that stops listening
   * resets the remaining connections with their requests.
   */
  allAccepted(): Promise<void>;
  /** Closes connections without a pending response. */
  endUnused(): void;
  /** Closes all connections. */
  endAll(): void;
}

// Node's default backlog.
const maxTurns = 511;
// Under a flood of connections, turns take long and are never quiet. A shutdown has a deadline.
const maxTurnsMs = 1_000;
const quietMs = 0.1;
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

// Time for the first bytes of a new connection to arrive.
const silentMs = 500;

/** Tracks the connections of a server. Node does not track upgraded ones, and waits for connections that browsers open in advance. */
export function watchConnections(server: ClosableServer): Connections {
  const sinceByConnection = new Map<Socket, number>();
  let accepted = 0;
  server.on('connection', (socket) => {
    accepted++;
    sinceByConnection.set(socket, performance.now());
    socket.once('close', () => sinceByConnection.delete(socket));
  });
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  return {
    async allAccepted() {
      const until = performance.now() + maxTurnsMs;
      for (let turns = 0; turns < maxTurns && performance.now() < until; turns++) {
        const before = { accepted, startedAt: performance.now() };
        await turn();
        // The first turn may end before Node looks for connections, and more may arrive during a busy turn.
        if (turns > 0 && accepted === before.accepted && performance.now() - before.startedAt < quietMs) return;
      }
    },
    endUnused() {
      server.closeIdleConnections?.();
      // Ends each connection after its last response. Node 20 would wait for the client.
      for (const session of sessions) session.close();
      const longAgo = performance.now() - silentMs;
      for (const [socket, since] of sinceByConnection) {
        if (socket.bytesRead === 0 && since < longAgo) socket.destroy();
      }
    },
    endAll() {
      server.closeAllConnections?.();
      for (const socket of sinceByConnection.keys()) socket.destroy();
    },
  };
}
