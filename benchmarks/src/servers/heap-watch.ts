import { GCProfiler, getHeapStatistics } from 'node:v8';

/** The allocations of a server while it was watched. */
export interface HeapUse {
  /** Bytes of JavaScript's heap; buffers are not in it. */
  readonly allocated: number;
  /** Microseconds for which the main thread stood still while garbage was collected. */
  readonly collecting: number;
}

/** Watches the heap, by what it holds before and after each collection. That costs a little at each, so no CPU time is measured meanwhile. */
export class HeapWatch {
  readonly #profiler = new GCProfiler();
  readonly #usedAtFirst: number = usedNow();

  constructor() {
    this.#profiler.start();
  }

  /** Stops watching, and returns the allocations since the start. */
  end(): HeapUse {
    const usedAtLast = usedNow();
    const { statistics } = this.#profiler.stop();
    let allocated = 0;
    let collecting = 0;
    let used = this.#usedAtFirst;
    for (const { beforeGC, afterGC, cost } of statistics) {
      allocated += beforeGC.heapStatistics.usedHeapSize - used;
      used = afterGC.heapStatistics.usedHeapSize;
      collecting += cost;
    }
    return { allocated: allocated + usedAtLast - used, collecting };
  }
}

function usedNow(): number {
  return getHeapStatistics().used_heap_size;
}
