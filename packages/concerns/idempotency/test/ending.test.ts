import type { Lifetime, Outcome, Tool } from '@toolwire/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idempotency } from '../src/stage.ts';
import { done, keptLifetime, keyedCall } from './calls.ts';

const failure = { message: 'Aborted' };
const never = (): never => expect.unreachable('it ran');
const idempotent: Partial<Tool> = { annotations: { idempotent: true } };

/** A tool that obeys its signal, and then ends as it is told to. */
function obeying(outcome: Outcome): (adds?: { readonly lifetime?: Lifetime }) => Promise<Outcome> {
  return (adds) =>
    new Promise((resolve) => adds?.lifetime?.signal.addEventListener('abort', () => resolve(outcome), { once: true }));
}

const aborted: Outcome = { kind: 'failed', reason: 'unexpected', failure };

describe('a keyed call that is ended before its tool is done', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const cancelled = async (
    tool: Partial<Tool>,
    outcome: Outcome = aborted,
  ): Promise<ReturnType<typeof idempotency>> => {
    const stage = idempotency();
    const kept = keptLifetime();
    const lifetime: Lifetime = { signal: new AbortController().signal, withoutCaller: kept };
    const first = stage(keyedCall({ lifetime }, tool), obeying(outcome));
    kept.cancel(new DOMException('The call was cancelled', 'AbortError'));
    await first;
    return stage;
  };
  const unattended = async (tool: Partial<Tool>): Promise<ReturnType<typeof idempotency>> => {
    const stage = idempotency();
    const caller = new AbortController();
    const first = stage(keyedCall({ lifetime: caller }, tool), obeying(aborted));
    caller.abort();
    await vi.advanceTimersByTimeAsync(10_300);
    await first;
    return stage;
  };

  it('by its caller is told so when it is repeated, and never runs a second time', async () => {
    const stage = await cancelled({});
    for (let time = 0; time < 2; time += 1) {
      expect(stage(keyedCall(), never)).toMatchObject({
        kind: 'failed',
        reason: 'interrupted',
        failure: {
          message:
            'The call was cancelled while its tool ran. Nobody knows how far it came. It is not run again for this call; check what it has done before you make a new one.',
        },
        replayed: true,
      });
    }
  });

  it('as nobody waited is told that when it is repeated, and never runs a second time', async () => {
    const stage = await unattended({});
    const told = stage(keyedCall(), never);
    expect(told).toMatchObject({
      reason: 'interrupted',
      failure: {
        message: expect.stringMatching(/^The tool was stopped, as nobody waited .* Nobody knows how far/) as string,
      },
    });
    expect(told).not.toHaveProperty('failure.canRetry');
  });

  it.each([
    ['by its caller', cancelled],
    ['as nobody waited', unattended],
  ])('%s runs again when it is repeated, where its tool may run twice', async (_how, ended) => {
    const stage = await ended(idempotent);
    expect(stage(keyedCall({}, idempotent), () => done)).toBe(done);
  });

  it('and is done all the same has its answer kept', async () => {
    const stage = await cancelled({}, done);
    expect(stage(keyedCall(), never)).toMatchObject({ value: 'done', replayed: true });
  });

  it('and before its tool has begun does not run, and runs when it is repeated', () => {
    const stage = idempotency();
    const kept = keptLifetime();
    kept.cancel(new DOMException('The call was cancelled', 'AbortError'));
    const lifetime: Lifetime = { signal: new AbortController().signal, withoutCaller: kept };
    expect(stage(keyedCall({ lifetime }), never)).toMatchObject({ kind: 'refused', code: 'unavailable' });
    expect(stage(keyedCall(), () => done)).toBe(done);
  });

  it('tells whoever came back at the last moment to try again, where the tool may run twice', async () => {
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

  it('is told to its tool by its signal, with the reason', async () => {
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
    expect(reason).toMatchObject({ name: 'AbortError', message: 'Nobody waits for the answer any longer' });
  });

  it('in another process is found by the same key and owner alone', async () => {
    const cancel = vi.fn<(key: string, owner?: string) => void>();
    const { createMemoryIdempotencyStore } = await import('../src/index.ts');
    const stage = idempotency({ store: Object.assign(createMemoryIdempotencyStore(), { cancel }) });
    const claimed = keyedCall({ principal: { id: 'ada' } });
    await stage.cancel?.(claimed);
    await stage.cancel?.(keyedCall({ principal: { id: 'bob' } }));
    await stage.cancel?.(keyedCall({ idempotencyKey: undefined }));
    expect(cancel).toHaveBeenCalledTimes(2);
    expect(new Set(cancel.mock.calls.flat()).size).toBe(4);
  });
});
