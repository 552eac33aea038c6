import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FeatureTimeLimit } from '../src/prompts-and-resources/run-feature.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startLimit(): FeatureTimeLimit {
  const limit = new FeatureTimeLimit(100, { signal: new AbortController().signal });
  limit.ended.catch(() => undefined);
  return limit;
}

/** A question to the user. `answer` also lets the clock notice the answer. */
function createQuestion(): { readonly promise: Promise<void>; readonly answer: () => Promise<unknown> } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  const answer = (): Promise<unknown> => {
    resolve();
    return vi.advanceTimersByTimeAsync(0);
  };
  return { promise, answer };
}

describe('the time limit of a prompt or resource', () => {
  test('stops while the user is asked', async () => {
    const limit = startLimit();
    const question = createQuestion();
    vi.advanceTimersByTime(40);
    void limit.pauseFor(question.promise);
    vi.advanceTimersByTime(1000);
    await question.answer();
    vi.advanceTimersByTime(59);
    expect(limit.isOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(limit.isOver).toBe(true);
  });

  test('stops until the last of two concurrent questions is answered, and counts their time once', async () => {
    const limit = startLimit();
    const [first, second] = [createQuestion(), createQuestion()];
    vi.advanceTimersByTime(40);
    void limit.pauseFor(first.promise);
    vi.advanceTimersByTime(1000);
    void limit.pauseFor(second.promise);
    vi.advanceTimersByTime(1000);
    await first.answer();
    vi.advanceTimersByTime(1000);
    expect(limit.isOver).toBe(false);
    await second.answer();
    vi.advanceTimersByTime(59);
    expect(limit.isOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(limit.isOver).toBe(true);
  });

  test('does not start again after the function has ended', async () => {
    const limit = startLimit();
    const question = createQuestion();
    void limit.pauseFor(question.promise);
    limit.stop();
    await question.answer();
    vi.advanceTimersByTime(1000);
    expect(limit.isOver).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});
