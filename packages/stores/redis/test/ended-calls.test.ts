import { getEventListeners } from 'node:events';
import type { Outcome } from '@toolwire/core';
import { idempotency } from '@toolwire/idempotency/stage';
import { createToolServer, silentLogger } from '@toolwire/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { callOf } from './combinations/call.ts';
import { createLongTool } from './combinations/long-tool.ts';

describe('a thousand ended calls', () => {
  it.each([
    ['keyed', true],
    ['plain', false],
  ])('leave no timer and no listener behind: %s', async (_how, isKeyed) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { tool } = createLongTool(true);
    const around = [idempotency({ lingerMs: 100 })];
    const { service } = createToolServer({ tools: [tool], wires: [], around, logger: silentLogger });
    const outcomes: Promise<Outcome>[] = [];
    const callers: AbortController[] = [];
    for (let index = 0; index < 1_000; index += 1) {
      const caller = new AbortController();
      callers.push(caller);
      const call = callOf({
        callId: String(index),
        callerCallId: isKeyed ? String(index) : undefined,
        lifetime: caller,
        // The end of every second call. A call without an ID cannot be canceled by name.
        ...(index % 2 === 1 && !isKeyed && { timeLimitMs: 100 }),
      });
      outcomes.push(Promise.resolve(service.call(call)));
      await vi.advanceTimersByTimeAsync(0);
      if (index % 2 === 0) caller.abort();
      else if (isKeyed) await service.cancel(call);
    }
    await vi.advanceTimersByTimeAsync(2_000);
    for (const outcome of await Promise.all(outcomes)) expect(outcome.kind).toBe('failed');
    await vi.advanceTimersByTimeAsync(200);
    // Keys are made by threads of the system, which no clock of the test waits for. Other files of the worker may still be ending
    // a connection of theirs, by a timer or two; what each call left would be hundreds.
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeLessThan(5), { timeout: 5_000 });
    for (const { signal } of callers) expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
