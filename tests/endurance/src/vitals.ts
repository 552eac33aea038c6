import { watchLoop } from './loop-watch.ts';

/** The reports of a server process. */
export interface Vitals {
  /** The live heap after a collection, in bytes. */
  readonly heap: number;
  /** The memory of buffers outside the heap, in bytes. */
  readonly buffers: number;
  /** The longest that the event loop was held since it was asked before, in milliseconds of this process' own time. */
  readonly stallMs: number;
  /** The memory that the system counts for the process, in bytes. */
  readonly rss: number;
  /** The most that it ever was, in bytes. */
  readonly peakRss: number;
  /** Connections that are open. */
  readonly sockets: number;
  /** Timers that keep the process awake. */
  readonly timers: number;
  /** Warnings of the runtime since the start, such as listeners that pile up. */
  readonly warnings: readonly string[];
}

/** The message that asks for them. */
export const vitalsQuestion = 'vitals';

/** Answers questions about this process for as long as it lives, without keeping it alive. */
export function answerVitals(): void {
  const warnings: string[] = [];
  const loop = watchLoop();
  process.on('warning', ({ name, message }) => void warnings.push(`${name}: ${message}`));
  process.on('message', (question) => {
    if (question !== vitalsQuestion) return;
    const stallMs = loop.worstMs();
    // Twice, with a turn between: what the first collection finalises is freed by the second.
    globalThis.gc?.();
    setImmediate(() => {
      // The last resort gives freed pages back, as V8 does when memory runs short; Node 24 keeps them for long otherwise.
      globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      process.send?.(readVitals(warnings, stallMs));
      // The time of garbage collections counts for no call.
      loop.forget();
    });
  });
  process.channel?.unref();
}

function readVitals(warnings: readonly string[], stallMs: number): Vitals {
  const { heapUsed, rss, arrayBuffers } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const count = (kind: string): number => resources.filter((name) => name === kind).length;
  const peakRss = process.resourceUsage().maxRSS * 1024;
  return {
    heap: heapUsed,
    buffers: arrayBuffers,
    stallMs,
    rss,
    peakRss,
    sockets: count('TCPSocketWrap'),
    timers: count('Timeout'),
    warnings,
  };
}
