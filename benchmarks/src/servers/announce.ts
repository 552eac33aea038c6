import type { AddressInfo } from 'node:net';
import { HeapWatch } from './heap-watch.ts';

/** What a measured server tells about itself when asked. */
export interface ServerUsage {
  /** CPU time of the whole process so far, in microseconds: all threads, kernel time included. */
  readonly cpu: number;
  /** Time spent inside the handler so far, in microseconds, where the server measures it. */
  readonly handler: number;
  /** Memory that the process takes of the machine, in bytes: now, and at most so far. */
  readonly rss: number;
  readonly peakRss: number;
  /** What of it is in use, with what buffers hold; right after a collection that is what is live. */
  readonly heap: number;
}

/** What else a server can be asked, by the word for it. */
export type Answers = Readonly<Record<string, () => unknown>>;

/** Says on which port this process listens, and from then on answers how much CPU time it has used, or what it allocates. */
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
    // First: what it takes is not to be counted with what comes next.
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
