import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';

/** How long running requests may take to end, because a stream or an unresponsive server may never end. */
const maxClosingMs = 5_000;

/** Returns a function that closes a proxy after its running requests, or at once if the user stops the command or the requests take too long. */
export function prepareClose(proxy: Server, signal: AbortSignal, forced: AbortController): () => Promise<unknown> {
  const running = new Set<ServerResponse>();
  // A connection without a request would keep the proxy open.
  const closeConnections = (): void => {
    if (!proxy.listening && (running.size === 0 || signal.aborted)) proxy.closeAllConnections();
  };
  proxy.on('request', (_request, response: ServerResponse) => {
    running.add(response);
    response.once('close', () => {
      running.delete(response);
      closeConnections();
    });
  });
  return () => {
    const closed = once(proxy, 'close');
    proxy.close();
    closeConnections();
    signal.addEventListener('abort', closeConnections, { once: true });
    const timer = setTimeout(() => forced.abort(), maxClosingMs);
    return closed.finally(() => {
      clearTimeout(timer);
      // A request whose client is gone may still wait for the server.
      forced.abort();
    });
  };
}
