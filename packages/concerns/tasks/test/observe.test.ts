import { settlePromises } from '@toolwire/internal/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createObserver } from '../src/access/observe.ts';
import { createMemoryTaskStore } from '../src/index.ts';
import { createRecord, setMessage } from '../src/record/transitions.ts';
import { slowStore } from './helpers.ts';

describe('an observation', () => {
  it('passes each version on once, though notified more often', async () => {
    const memory = createMemoryTaskStore();
    const store = slowStore(memory);
    const first = createRecord('id', null, 1_000, 0);
    await store.create(first);
    const onRecord = vi.fn();
    const { refresh, stop } = createObserver(store, () => undefined)('id', onRecord);
    const second = setMessage('half')(first, 1) ?? first;
    for (let count = 0; count < 3; count += 1) refresh();
    await settlePromises();
    await store.replace(second);
    refresh();
    await settlePromises();
    refresh();
    await store.remove('id');
    await settlePromises();
    refresh();
    await settlePromises();
    stop();

    expect(onRecord.mock.calls).toStrictEqual([[first], [second], [undefined]]);
  });

  it('starts no timer for a read that fails after the end of the observation', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const report = vi.fn();
    const store = { ...slowStore(), read: () => Promise.reject(new Error('The store is away.')) };
    const { refresh, stop } = createObserver(store, report)('id', () => undefined);
    refresh();
    stop();
    await settlePromises();

    expect([report.mock.calls.length, vi.getTimerCount()]).toStrictEqual([1, 0]);
  });

  it('reads again after a change during a read', async () => {
    const memory = createMemoryTaskStore();
    const first = createRecord('id', null, 1_000, 0);
    await memory.create(first);
    const onRecord = vi.fn();
    const { refresh, stop } = createObserver(slowStore(memory), () => undefined)('id', onRecord);
    refresh();
    await memory.replace(setMessage('half')(first, 1) ?? first);
    await settlePromises();
    stop();

    expect(onRecord).toHaveBeenLastCalledWith(expect.objectContaining({ message: 'half' }));
  });

  it('reports errors of the store and the listener, and continues', async () => {
    const memory = createMemoryTaskStore();
    const first = createRecord('id', null, 1_000, 0);
    await memory.create(first);
    const report = vi.fn();
    const onRecord = vi.fn(() => {
      throw new Error('cannot read');
    });
    const { refresh, stop } = createObserver(memory, report)('id', onRecord);
    refresh();
    await settlePromises();
    await memory.replace(setMessage('half')(first, 1) ?? first);
    await settlePromises();
    stop();

    expect(onRecord).toHaveBeenCalledTimes(2);
    expect(report).toHaveBeenCalledTimes(2);
    expect(report).toHaveBeenLastCalledWith(expect.objectContaining({ message: 'cannot read' }), 'id');
  });

  it('repeats a failed read, because its change is not announced again', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const memory = createMemoryTaskStore();
    const first = createRecord('id', null, 60_000, 0);
    await memory.create(first);
    const read = vi.spyOn(memory, 'read').mockRejectedValueOnce(new Error('no answer'));
    const onRecord = vi.fn();
    const report = vi.fn();
    const { stop } = createObserver(memory, report)('id', onRecord);
    const second = setMessage('half')(first, 1) ?? first;
    await memory.replace(second);
    await vi.advanceTimersByTimeAsync(10_000);
    stop();

    expect(report.mock.calls).toStrictEqual([[new Error('no answer'), 'id']]);
    expect(onRecord.mock.calls).toStrictEqual([[second]]);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('does not repeat a failed read after it was stopped', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const memory = createMemoryTaskStore();
    const read = vi.spyOn(memory, 'read').mockRejectedValue(new Error('no answer'));
    const { refresh, stop } = createObserver(memory, vi.fn())('id', vi.fn());
    refresh();
    await vi.advanceTimersByTimeAsync(500);
    stop();
    await vi.advanceTimersByTimeAsync(10_000);

    expect(read).toHaveBeenCalledTimes(1);
  });
});
