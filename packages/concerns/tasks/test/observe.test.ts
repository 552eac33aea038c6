import { describe, expect, it, vi } from 'vitest';
import { createMemoryTaskStore } from '../src/index.ts';
import { observe } from '../src/observe.ts';
import { begin, say } from '../src/transitions.ts';
import { settle, slowStore } from './helpers.ts';

describe('observe', () => {
  it('hands on each state once, though it is told more often than there are changes', async () => {
    const memory = createMemoryTaskStore();
    const store = slowStore(memory);
    const first = begin('id', null, 1_000, 0);
    await store.create(first);
    const see = vi.fn();
    const { look, stop } = observe(store, 'id', see, () => undefined);
    const second = say('half')(first, 1) ?? first;
    for (let count = 0; count < 3; count += 1) look();
    await settle();
    await store.replace(second);
    look();
    await settle();
    look();
    await store.remove('id');
    await settle();
    look();
    await settle();
    stop();

    expect(see.mock.calls).toStrictEqual([[first], [second], [undefined]]);
  });

  it('looks again for what has changed while it looked', async () => {
    const memory = createMemoryTaskStore();
    const first = begin('id', null, 1_000, 0);
    await memory.create(first);
    const see = vi.fn();
    const { look, stop } = observe(slowStore(memory), 'id', see, () => undefined);
    look();
    await memory.replace(say('half')(first, 1) ?? first);
    await settle();
    stop();

    expect(see).toHaveBeenLastCalledWith(expect.objectContaining({ message: 'half' }));
  });

  it('reports what the store and the one who sees throw, and goes on', async () => {
    const memory = createMemoryTaskStore();
    const first = begin('id', null, 1_000, 0);
    await memory.create(first);
    const report = vi.fn();
    const see = vi.fn(() => {
      throw new Error('cannot look');
    });
    const { look, stop } = observe(memory, 'id', see, report);
    look();
    await settle();
    await memory.replace(say('half')(first, 1) ?? first);
    await settle();
    stop();

    expect(see).toHaveBeenCalledTimes(2);
    expect(report).toHaveBeenCalledTimes(2);
    expect(report).toHaveBeenLastCalledWith(expect.objectContaining({ message: 'cannot look' }), 'id');
  });
});
