import { getEventListeners } from 'node:events';
import type { Lifetime, Outcome } from '@toolwire/core';
import { deferred, settlePromises } from '@toolwire/internal/testing';
import { describe, expect, it } from 'vitest';
import { createInterruption } from '../src/limits-stage.ts';
import { callFor } from './calls.ts';

const done: Outcome = { kind: 'value', value: 1 };

describe('an interruption', () => {
  it('does not affect calls before it starts, immediately or later', async () => {
    const { stage } = createInterruption();
    expect(stage(callFor(), () => done)).toBe(done);
    expect(await stage(callFor(), async () => done)).toBe(done);
  });

  it('aborts the signal of a running call, and sends a response to its caller', async () => {
    const { stage, interrupt } = createInterruption();
    let signal: AbortSignal | undefined;
    const outcome = stage(callFor(), ({ lifetime }) => {
      signal = lifetime.signal;
      return new Promise(() => undefined);
    });
    interrupt();
    expect(await outcome).toMatchObject({ kind: 'failed', reason: 'interrupted' });
    expect(signal?.aborted).toBe(true);
  });

  it('ends calls that continue without their caller as well', async () => {
    const caller = new AbortController();
    const { stage, interrupt } = createInterruption();
    const lifetimes: Lifetime[] = [];
    const run: Parameters<typeof stage>[1] = ({ lifetime }) => {
      lifetimes.push(lifetime);
      return new Promise(() => undefined);
    };
    const outcome = stage(callFor({}, caller), run);
    const late = stage(callFor(), run);
    const [early, askedLate] = lifetimes;
    expect(early?.withoutCaller?.signal.aborted).toBe(false);
    caller.abort();
    expect(early?.signal.aborted).toBe(true);
    expect(early?.withoutCaller?.signal.aborted).toBe(false);
    interrupt();
    expect(early?.withoutCaller?.signal.aborted).toBe(true);
    expect(askedLate?.withoutCaller?.signal.aborted).toBe(true);
    expect(await late).toMatchObject({ reason: 'interrupted' });
    expect(await outcome).toMatchObject({ reason: 'interrupted' });
  });

  it('leaves no listener on the signal of the caller when a later stage throws', () => {
    const caller = new AbortController();
    const run = () =>
      createInterruption().stage(callFor({}, caller), ({ lifetime }) => {
        expect(lifetime.signal.aborted).toBe(false);
        throw new Error('a bug');
      });
    expect(run).toThrow('a bug');
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
  });

  it('resolves idle when no call is running', async () => {
    const { stage, idle } = createInterruption();
    await idle();
    const [usual, kept] = [deferred<Outcome>(), deferred<Outcome>()];
    void stage(callFor(), () => usual.promise);
    void stage(callFor(), ({ lifetime }) => (lifetime.withoutCaller === undefined ? done : kept.promise));
    let isIdle = false;
    const waiting = idle().then(() => (isIdle = true));
    for (const one of [usual, kept]) {
      await settlePromises();
      expect(isIdle).toBe(false);
      one.resolve(done);
    }
    await waiting;
    await idle();
  });

  it('refuses calls after an interruption', () => {
    const { stage, interrupt } = createInterruption();
    interrupt();
    const run = (): never => {
      throw new Error('it ran');
    };
    expect(stage(callFor(), run)).toMatchObject({
      kind: 'refused',
      code: 'unavailable',
      message: 'The server stopped before the call started. The tool did not run; try again in 1 second.',
      retryAfterMs: 1_000,
    });
  });

  it('keeps no reference to a finished call', async () => {
    const { stage, interrupt } = createInterruption();
    let signal: AbortSignal | undefined;
    const outcome = stage(callFor(), async ({ lifetime }) => {
      signal = lifetime.signal;
      return done;
    });
    expect(await outcome).toBe(done);
    await Promise.resolve();
    interrupt();
    expect(signal?.aborted).toBe(false);
  });
});
