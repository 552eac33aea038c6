import type { Socket } from 'node:net';
import { createStallGuard } from './stall-guard.ts';

/** A server of node:http or node:https. */
interface ConnectedServer {
  on(event: 'connection' | 'secureConnection', listener: (connection: Socket) => void): unknown;
}

/**
 * Cuts callers of a whole server who take nothing of their answers for so long, 30 seconds if left out. Only for hosts
 * that write answers where no adapter sees it, such as hono on Node; all others do it by themselves.
 */
export function cutStalledCallers(server: ConnectedServer, stallMs?: number): void {
  const guard = createStallGuard(stallMs);
  const watch = (connection: Socket): void => guard.watch(connection);
  server.on('connection', watch);
  server.on('secureConnection', watch);
}
