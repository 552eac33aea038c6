import type { Socket } from 'node:net';

/** What is closed: a server of node:http or node:https, such as `app.listen(…)` answers. */
export interface ClosableServer {
  close(done: (error?: Error) => void): unknown;
  closeIdleConnections?(): void;
  closeAllConnections?(): void;
  on(event: 'connection', listener: (socket: Socket) => void): unknown;
  prependListener(event: 'request', listener: (request: object, response: AnsweredRequest) => void): unknown;
}

/** An answer to come, as far as a stop needs it; HTTP/2 has one as well. */
interface AnsweredRequest {
  readonly req: { readonly httpVersionMajor: number };
  setHeader(name: string, value: string): unknown;
}

/** The connections of a server. */
export interface Connections {
  /** Ends those on which nobody waits for an answer. */
  endUnused(): void;
  /** Ends all of them. */
  endAll(): void;
}

// Long enough for the first bytes of a caller who has just connected to arrive.
const silentMs = 500;

/** Watches the connections of a server from now on: Node itself forgets those that were upgraded, and waits for those that browsers open ahead. */
export function watchConnections(server: ClosableServer): Connections {
  const sinceByConnection = new Map<Socket, number>();
  server.on('connection', (socket) => {
    sinceByConnection.set(socket, performance.now());
    socket.once('close', () => sinceByConnection.delete(socket));
  });
  return {
    endUnused() {
      server.closeIdleConnections?.();
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
