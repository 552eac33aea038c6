import { expect, onTestFinished, vi } from 'vitest';
import { createMemoryTaskStore, type TaskStore } from '../src/index.ts';

/** A memory store that responds asynchronously, like a database, and reports changes even later. */
export function slowStore(store: TaskStore = createMemoryTaskStore()): TaskStore {
  const later = async <T>(work: () => T): Promise<Awaited<T>> => {
    await Promise.resolve();
    const answer = await work();
    await Promise.resolve();
    return answer;
  };
  return {
    create: (record) => later(() => store.create(record)),
    read: (id) => later(() => store.read(id)),
    replace: (record) => later(() => store.replace(record)),
    list: (owner, page) => later(() => store.list(owner, page)),
    remove: (id) => later(() => store.remove(id)),
    claim: (...one) => later(() => store.claim(...one)),
    renew: (...one) => later(() => store.renew(...one)),
    release: (id, fence) => later(() => store.release(id, fence)),
    all: (page) => later(() => store.all(page)),
    unfinished: (page) => later(() => store.unfinished(page)),
    watch: (id, listener) => {
      let watching = true;
      const unwatch = store.watch(id, () => {
        void later(() => undefined).then(() => watching && listener());
      });
      return () => {
        watching = false;
        unwatch();
      };
    },
  };
}

/** Stops the clock of memory stores until the end of the test. Returns its time, which a test may change. */
export function stopClock(): { now: number } {
  const clock = { now: 0 };
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
  onTestFinished(() => spy.mockRestore());
  return clock;
}

const readClock = performance.now.bind(performance);

/** Returns a function that sets the clock of memory stores forward, until the end of the test. */
export function advancingClock(): (ms: number) => void {
  let offsetMs = 0;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => readClock() + offsetMs);
  onTestFinished(() => spy.mockRestore());
  return (ms) => void (offsetMs += ms);
}

/** Ends a wait in vain after two seconds, because a case of a contract waits half a minute for a store or engine with a defect. */
export function endWaitInVain(pass: (ms: number) => void): void {
  const timer = setTimeout(() => pass(60_000), 2_000);
  onTestFinished(() => clearTimeout(timer));
}

/** Work that goes on until it is cut off. */
export function untilAborted({ signal }: { readonly signal: AbortSignal }): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** The task that was started; fails if there is none. */
export function taskOf<T>(start: { readonly started: true; readonly task: T } | { readonly started: false }): T {
  expect(start).toMatchObject({ started: true });
  if (!start.started) throw new Error('unreachable');
  return start.task;
}
