import { deferred, settlePromises } from '@toolwire/internal/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createObserver } from '../src/access/observe.ts';
import { createMemoryTaskStore, type TaskStore } from '../src/index.ts';
import { createRecord, setMessage } from '../src/record/transitions.ts';

const first = createRecord('id', null, 1_000, 0);
const second = setMessage('half')(first, 1) ?? first;

afterEach(() => vi.useRealTimers());

function countedStore() {
  const memory = createMemoryTaskStore();
  const read = vi.fn((id: string) => memory.read(id));
  const unwatch = vi.fn();
  const store: TaskStore = {
    create: (record) => memory.create(record),
    replace: (record) => memory.replace(record),
    list: (owner, request) => memory.list(owner, request),
    remove: (id) => memory.remove(id),
    claim: (id, turn, leaseMs) => memory.claim(id, turn, leaseMs),
    renew: (...one) => memory.renew(...one),
    release: (id, fence) => memory.release(id, fence),
    all: (page) => memory.all(page),
    unfinished: (page) => memory.unfinished(page),
    read,
    watch: (id, listener) => {
      const stop = memory.watch(id, listener);
      return () => {
        unwatch();
        stop();
      };
    },
  };
  return { store, read, unwatch };
}

describe('createObserver', () => {
  it('reads each change once, and notifies all followers', async () => {
    const { store, read } = countedStore();
    await store.create(first);
    const observe = createObserver(store, () => undefined);
    const seen = Array.from({ length: 200 }, () => vi.fn());
    for (const see of seen) observe('id', see);
    await store.replace(second);
    await vi.waitFor(() => expect(seen.map(({ mock }) => mock.calls)).toEqual(seen.map(() => [[second]])));
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('yields to the event loop between batches of followers', async () => {
    const { store } = countedStore();
    await store.create(first);
    const observe = createObserver(store, () => undefined);
    let told = 0;
    for (let count = 0; count < 200; count += 1) observe('id', () => void (told += 1));
    // The clock is stopped, so that only the test creates turns, however busy the machine is.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await store.replace(second);
    for (const expected of [50, 100, 150, 200]) {
      await settlePromises();
      expect(told).toBe(expected);
      vi.advanceTimersToNextTimer();
    }
  });

  it('never passes a follower a record that was read before it came', async () => {
    const { store, read } = countedStore();
    await store.create(first);
    const observe = createObserver(store, () => undefined);
    const [early, late] = [vi.fn(), vi.fn()];
    const gate = deferred();
    read.mockImplementationOnce(async () => {
      await gate.promise;
      return first;
    });
    observe('id', early).refresh();
    await store.replace(second);
    observe('id', late).refresh();
    gate.resolve();
    await settlePromises();
    expect(early.mock.calls).toEqual([[first], [second]]);
    expect(late.mock.calls).toEqual([[second]]);
  });

  it('notifies a late follower of the current version, and no one twice', async () => {
    const { store } = countedStore();
    await store.create(first);
    const observe = createObserver(store, () => undefined);
    const [early, late] = [vi.fn(), vi.fn()];
    observe('id', early).refresh();
    await settlePromises();
    observe('id', late).refresh();
    await settlePromises();
    expect(early.mock.calls).toEqual([[first]]);
    expect(late.mock.calls).toEqual([[first]]);
  });

  it('watches until the last follower stops, and survives a throwing follower', async () => {
    const { store, unwatch } = countedStore();
    await store.create(first);
    const report = vi.fn();
    const observe = createObserver(store, report);
    const broken = observe('id', () => {
      throw new Error('cannot look');
    });
    const see = vi.fn();
    const other = observe('id', see);
    other.refresh();
    await settlePromises();
    expect(see).toHaveBeenCalledWith(first);
    expect(report).toHaveBeenCalledOnce();
    broken.stop();
    await store.replace(second);
    await settlePromises();
    expect(see).toHaveBeenLastCalledWith(second);
    expect(unwatch).not.toHaveBeenCalled();
    other.stop();
    other.stop();
    expect(unwatch).toHaveBeenCalledOnce();
  });
});
