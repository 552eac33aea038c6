import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/** The date at the start of each simulation. */
const startDate = Date.UTC(2026, 0, 1);

/** A timer like those of Node, as far as the simulated code uses them. */
class VirtualTimer {
  readonly cancel: () => void;

  constructor(cancel: () => void) {
    this.cancel = cancel;
  }

  unref(): this {
    return this;
  }

  ref(): this {
    return this;
  }
}

/** Replaces clocks, timers and random values with those of a simulation. Returns a function that restores them. */
export function replaceGlobals(scheduler: Scheduler, random: Random): () => void {
  const restorers = [
    replace(globalThis, 'setTimeout', (run: () => void, ms = 0) => new VirtualTimer(scheduler.schedule(ms, run))),
    replace(globalThis, 'setInterval', (run: () => void, ms: number) => startInterval(scheduler, run, ms)),
    replace(globalThis, 'clearTimeout', clear),
    replace(globalThis, 'clearInterval', clear),
    replace(performance, 'now', () => scheduler.now),
    replace(Date, 'now', () => startDate + Math.floor(scheduler.wallTime)),
    replace(Math, 'random', () => random.next()),
    // Simulated failures are errors, and their stacks would cost most of the time.
    replace(Error, 'stackTraceLimit', 0),
    replace(crypto, 'randomUUID', () => random.uuid()),
  ];
  return () => {
    for (const restore of restorers) restore();
  };
}

function startInterval(scheduler: Scheduler, run: () => void, ms: number): VirtualTimer {
  let cancel = (): void => undefined;
  const repeat = (): void => {
    cancel = scheduler.schedule(ms, () => {
      repeat();
      run();
    });
  };
  repeat();
  return new VirtualTimer(() => cancel());
}

function clear(timer: unknown): void {
  if (timer instanceof VirtualTimer) timer.cancel();
}

function replace(target: object, name: string, value: unknown): () => void {
  const original = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  return () => {
    if (original === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, original);
  };
}
