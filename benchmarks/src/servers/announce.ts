import type { AddressInfo } from 'node:net';
import { HeapWatch } from './heap-watch.ts';

/** What a measured server tells about itself when asked. */
export interface ServerUsage {
  /** CPU time of the whole process so far, in microseconds: all threads, kernel time included. */
  readonly cpu: number;
  /** Time spent inside the handler so far, in microseconds, where the server measures it. */
  readonly handler: number;
}

/** Says on which port this process listens, and from then on answers how much CPU time it has used, or what it allocates. */
export function announce(address: AddressInfo | string | null, handlerMicroseconds: () => number = () => 0): void {
  if (typeof address !== 'object' || address === null || process.send === undefined) {
    throw new TypeError('A measured server listens on a port and is started by the harness.');
  }
  let watch: HeapWatch | undefined;
  process.on('message', (word) => {
    if (word === 'watch-heap') watch = new HeapWatch();
    if (word === 'heap-use') {
      process.send?.(watch?.end());
      return;
    }
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, handler: handlerMicroseconds() } satisfies ServerUsage);
  });
  process.on('disconnect', () => process.exit());
  process.send({ port: address.port });
}
