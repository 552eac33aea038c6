import type { Lifetime, Outcome, Tool } from '@toolwire/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idempotency } from '../src/idempotency-stage.ts';
import { done, keptLifetime, keyedCall } from './calls.ts';

const failure = { message: 'Aborted' };
const never = (): never => expect.unreachable('it ran');
const idempotent: Partial<Tool> = { annotations: { idempotent: true } };

/** A tool that ends with this outcome when its signal aborts. */
function endsOnAbort(outcome: Outcome): (adds?: { readonly lifetime?: Lifetime }) => Promise<Outcome> {
  return (adds) =>
    new Promise((resolve) => adds?.lifetime?.signal.addEventListener('abort', () => resolve(outcome), { once: true }));
}

const aborted: Outcome = { kind: 'failed', reason: 'unexpected', failure };

describe('a keyed call that ends before its tool is done', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const canceled = async (tool: Partial<Tool>, outcome: Outcome = aborted): Promise<ReturnType<typeof idempotency>> => {
    const stage = idempotency();
    const kept = keptLifetime();
    const lifetime: Lifetime = { signal: new AbortController().signal, withoutCaller: kept };
    const first = stage(keyedCall({ lifetime }, tool), endsOnAbort(outcome));
    kept.cancel(new DOMException('The call was canceled', 'AbortError'));
    await first;
    return stage;
  };
  const unattended = async (tool: Partial<Tool>): Promise<ReturnType<typeof idempotency>> => {
    const stage = idempotency();
    const caller = new AbortController();
    const first = stage(keyedCall({ lifetime: caller }, tool), endsOnAbort(aborted));
    caller.abort();
    await vi.advanceTimersByTimeAsync(10_300);
    await first;
    return stage;
  };

  it('reports the cancellation to repeated calls, and never runs again', async () => {
    const stage = await canceled({});
    for (let time = 0; time < 2; time += 1) {
      expect(stage(keyedCall(), never)).toMatchObject({
        kind: 'failed',
        reason: 'interrupted',
        failure: {
          message:
            'The call was canceled while its tool ran. It is unknown what the tool has done. It is not run again for this call. Check its effects before you make a new call.',
        },
        replayed: true,
      });
    }
  });

  it('reports to repeated calls that no caller waited, and never runs again', async () => {
    const stage = await unattended({});
    const repeated = stage(keyedCall(), never);
    expect(repeated).toMatchObject({
      reason: 'interrupted',
      failure: {
        message: expect.stringMatching(
          /^The tool was stopped because no caller waited .* It is unknown what/,
        ) as string,
      },
    });
    expect(repeated).not.toHaveProperty('failure.canRetry');
  });

  it.each([
    ['canceled', canceled],
    ['abandoned', unattended],
  ])('runs again when %s, if its tool is idempotent', async (_how, ended) => {
    const stage = await ended(idempotent);
    expect(stage(keyedCall({}, idempotent), () => done)).toBe(done);
  });

  it('stores the result of a tool that finished anyway', async () => {
    const stage = await canceled({}, done);
    expect(stage(keyedCall(), never)).toMatchObject({ value: 'done', replayed: true });
  });

  it('does not run if canceled before its start, and runs when repeated', () => {
    const stage = idempotency();
    const kept = keptLifetime();
    kept.cancel(new DOMException('The call was canceled', 'AbortError'));
    const lifetime: Lifetime = { signal: new AbortController().signal, withoutCaller: kept };
    expect(stage(keyedCall({ lifetime }), never)).toMatchObject({ kind: 'refused', code: 'unavailable' });
    expect(stage(keyedCall(), () => done)).toBe(done);
  });

  it('is retryable for a caller that returned at the last moment, if its tool is idempotent', async () => {
    const stage = idempotency();
    const caller = new AbortController();
    let finish: (outcome: Outcome) => void = never;
    const first = stage(
      keyedCall({ lifetime: caller }, idempotent),
      () => new Promise((resolve) => (finish = resolve)),
    );
    caller.abort();
    await vi.advanceTimersByTimeAsync(10_300);
    const back = stage(keyedCall({}, idempotent), never);
    finish(aborted);
    await first;
    expect(await back).toMatchObject({ kind: 'failed', failure: { canRetry: true } });
  });

  it('aborts the signal of its tool, with the reason', async () => {
    const stage = idempotency();
    const caller = new AbortController();
    let reason: unknown;
    const run = (adds?: { readonly lifetime?: Lifetime }): Promise<Outcome> => {
      const signal = adds?.lifetime?.signal;
      signal?.addEventListener('abort', () => {
        reason = signal.reason;
      });
      return new Promise(() => undefined);
    };
    void stage(keyedCall({ lifetime: caller }), run);
    caller.abort();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(reason).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_300);
    expect(reason).toMatchObject({ name: 'AbortError', message: 'No caller waits for the result any longer' });
  });

  it('is canceled in another process only by the same key and owner', async () => {
    const cancel = vi.fn<(key: string, owner?: string) => void>();
    const { createMemoryIdempotencyStore } = await import('../src/index.ts');
    const stage = idempotency({ store: Object.assign(createMemoryIdempotencyStore(), { cancel }) });
    const claimed = keyedCall({ principal: { id: 'ada' } });
    await stage.cancel?.(claimed);
    await stage.cancel?.(keyedCall({ principal: { id: 'bob' } }));
    await stage.cancel?.(keyedCall({ callerCallId: undefined }));
    expect(cancel).toHaveBeenCalledTimes(2);
    expect(new Set(cancel.mock.calls.flat()).size).toBe(4);
  });
});
