import type { AddressInfo } from 'node:net';
import { HeapWatch } from './heap-watch.ts';

/** The reports of a measured server. */
export interface ServerUsage {
  /** CPU time of the whole process so far, in microseconds: all threads, kernel time included. */
  readonly cpu: number;
  /** Time spent inside the handler so far, in microseconds, where the server measures it. */
  readonly handler: number;
  /** Memory that the process takes of the machine, in bytes: now, and at most so far. */
  readonly rss: number;
  readonly peakRss: number;
  /** The used heap with buffers. Directly after a collection this is the live memory. */
  readonly heap: number;
}

/** Other questions to a server, by name. */
export type Answers = Readonly<Record<string, () => unknown>>;

/** Prints the port of this process. From then on it reports its CPU time or its allocations. */
export function announce(
  address: AddressInfo | string | null,
  handlerMicroseconds: () => number = () => 0,
  answers: Answers = {},
): void {
  if (typeof address !== 'object' || address === null || process.send === undefined) {
    throw new TypeError('A measured server listens on a port and is started by the harness.');
  }
  let watch: HeapWatch | undefined;
  process.on('message', (word: string) => {
    const answer = answers[word];
    if (answer !== undefined) {
      process.send?.({ answer: answer() });
      return;
    }
    if (word === 'watch-heap') watch = new HeapWatch();
    if (word === 'heap-use') {
      process.send?.(watch?.end());
      return;
    }
    // First, so that its cost does not count for the next measurement.
    if (word === 'collected') globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({
      cpu: user + system,
      handler: handlerMicroseconds(),
      rss,
      peakRss: 1024 * process.resourceUsage().maxRSS,
      heap: heapUsed + external,
    } satisfies ServerUsage);
  });
  process.on('disconnect', () => process.exit());
  process.send({ port: address.port });
}
