import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FeatureTimeLimit } from '../src/prompts-and-resources/run-feature.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startLimit(): FeatureTimeLimit {
  const limit = new FeatureTimeLimit(100, { signal: new AbortController().signal });
  limit.ended.catch(() => undefined);
  return limit;
}

describe('the time limit of a prompt or resource', () => {
  test('stops while the user is asked', () => {
    const limit = startLimit();
    vi.advanceTimersByTime(40);
    limit.pause();
    vi.advanceTimersByTime(1000);
    limit.resume();
    vi.advanceTimersByTime(59);
    expect(limit.isOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(limit.isOver).toBe(true);
  });

  test('stops until the last of two concurrent questions is answered, and counts their time once', () => {
    const limit = startLimit();
    vi.advanceTimersByTime(40);
    limit.pause();
    vi.advanceTimersByTime(1000);
    limit.pause();
    vi.advanceTimersByTime(1000);
    limit.resume();
    vi.advanceTimersByTime(1000);
    expect(limit.isOver).toBe(false);
    limit.resume();
    vi.advanceTimersByTime(59);
    expect(limit.isOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(limit.isOver).toBe(true);
  });

  test('does not start again after the function has ended', () => {
    const limit = startLimit();
    limit.pause();
    limit.stop();
    limit.resume();
    vi.advanceTimersByTime(1000);
    expect(limit.isOver).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});
