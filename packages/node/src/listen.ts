import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { UniversalHandler } from '@toolwire/core';
import type { NodeHandlerOptions } from './node-handler.ts';
import { createNodeListener } from './node-listener.ts';
import { plainAnswer } from './plain-answer.ts';

/** Where and how to listen. */
export interface ListenOptions extends NodeHandlerOptions {
  /** 3000 if left out; 0 lets the system choose. */
  readonly port?: number;
  /** 127.0.0.1 if left out: nobody else on the network can call. */
  readonly host?: string;
  /** How long `close()` waits for calls that are still running, in milliseconds; 10 000 if left out. */
  readonly closeTimeoutMs?: number;
}

/** A server that listens. */
export interface ListeningServer {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /** Takes no new calls, lets those that run finish, and closes. */
  readonly close: () => Promise<void>;
}

/** Serves the tools alone on a port, with timeouts chosen on purpose. */
export async function listen(
  tools: { readonly handle: UniversalHandler; drain?(): void },
  options: ListenOptions = {},
): Promise<ListeningServer> {
  const { port = 3000, host = '127.0.0.1', closeTimeoutMs = 10_000 } = options;
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      // Above the usual 60 s of a proxy in front, so that the proxy is the one to close.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1000,
    },
    createNodeListener(tools, options),
  );
  server.on('clientError', answerUnreadable);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    server,
    close: () => {
      tools.drain?.();
      return closeServer(server, closeTimeoutMs);
    },
  };
}

function closeServer(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // A keep-alive connection turns idle only when its last answer is out, so idle ones are closed again and again.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const limit = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close((error) => {
      clearInterval(sweep);
      clearTimeout(limit);
      if (error === undefined) resolve();
      else reject(error);
    });
    server.closeIdleConnections();
  });
}

const statusOfError: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

// Bytes that node could not read as a request: the same JSON shape as everything else, and the connection ends.
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = statusOfError[error.code ?? ''] ?? 400;
  const answer = plainAnswer(status, STATUS_CODES[status] ?? 'Bad Request');
  const headers = Object.entries({
    ...answer.headers,
    connection: 'close',
    'content-length': String(answer.body?.toString().length),
  });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${head.join('\r\n')}\r\n\r\n${answer.body as string}`);
}
