import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CircuitPermit } from '../src/circuit-breaker.ts';
import { type CircuitBreaker, createCircuitBreaker, isLimitError } from '../src/index.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function permitOf(breaker: CircuitBreaker): CircuitPermit {
  const pass = breaker.admit();
  if (!pass.admitted) throw new Error('the circuit should have let this through');
  return pass;
}

/** A breaker that has just opened, and its clock. */
function opened() {
  const clock = { now: 0 };
  vi.stubGlobal('performance', { now: () => clock.now });
  const breaker = createCircuitBreaker({ failureThreshold: 1, openMs: 1_000 });
  permitOf(breaker).settle('failure');
  return { breaker, clock };
}

describe('createCircuitBreaker', () => {
  it('opens after the configured number of failures in a row', () => {
    const breaker = createCircuitBreaker({ failureThreshold: 3 });
    for (const result of ['failure', 'failure', 'success', 'failure', 'failure'] as const) {
      permitOf(breaker).settle(result);
    }
    expect(breaker.state).toBe('closed');
    permitOf(breaker).settle('failure');

    expect(breaker.state).toBe('open');
  });

  it('does not count ignored results', () => {
    const breaker = createCircuitBreaker({ failureThreshold: 2 });
    permitOf(breaker).settle('failure');
    permitOf(breaker).settle('ignored');
    expect(breaker.state).toBe('closed');
    permitOf(breaker).settle('failure');

    expect(breaker.state).toBe('open');
  });

  it('rejects calls while it is open, with the exact wait', () => {
    const { breaker, clock } = opened();
    expect(breaker.admit()).toStrictEqual({ admitted: false, retryAfterMs: 1_000 });
    clock.now = 999.5;
    expect(breaker.admit()).toStrictEqual({ admitted: false, retryAfterMs: 1 });
    clock.now = 1_000;
    expect(breaker.state).toBe('half-open');

    expect(breaker.admit()).toMatchObject({ admitted: true });
  });

  it('admits one probe, and rejects other calls meanwhile', () => {
    const { breaker, clock } = opened();
    clock.now = 1_000;
    permitOf(breaker);

    expect(breaker.admit()).toStrictEqual({ admitted: false, retryAfterMs: 1_000 });
    clock.now = 1_700;
    expect(breaker.admit()).toStrictEqual({ admitted: false, retryAfterMs: 300 });
  });

  it('closes when the probe succeeds, and resets the count', () => {
    const { breaker, clock } = opened();
    clock.now = 1_000;
    permitOf(breaker).settle('success');

    expect(breaker.state).toBe('closed');
    expect([permitOf(breaker), permitOf(breaker)]).toHaveLength(2);
  });

  it('opens again for the same time when the probe fails', () => {
    const { breaker, clock } = opened();
    clock.now = 1_500;
    permitOf(breaker).settle('failure');

    expect(breaker.admit()).toStrictEqual({ admitted: false, retryAfterMs: 1_000 });
    clock.now = 2_500;
    permitOf(breaker).settle('success');
    expect(breaker.state).toBe('closed');
  });

  it('admits another probe after an ignored result', () => {
    const { breaker, clock } = opened();
    clock.now = 1_000;
    permitOf(breaker).settle('ignored');
    permitOf(breaker).settle('success');

    expect(breaker.state).toBe('closed');
  });

  it('admits a new probe if the last one does not end', () => {
    const { breaker, clock } = opened();
    clock.now = 1_000;
    const lost = permitOf(breaker);
    clock.now = 2_000;
    const second = permitOf(breaker);
    expect(breaker.admit()).toMatchObject({ admitted: false });

    lost.settle('failure');
    expect(breaker.state).toBe('half-open');
    second.settle('success');
    expect(breaker.state).toBe('closed');
  });

  it('ignores calls from an earlier phase', () => {
    const clock = { now: 0 };
    vi.stubGlobal('performance', { now: () => clock.now });
    const breaker = createCircuitBreaker({ failureThreshold: 1, openMs: 1_000 });
    const [slow, slower] = [permitOf(breaker), permitOf(breaker)];
    permitOf(breaker).settle('failure');
    slow.settle('success');
    expect(breaker.state).toBe('open');
    clock.now = 1_000;
    const probe = permitOf(breaker);
    slower.settle('failure');
    expect(breaker.state).toBe('half-open');
    probe.settle('success');

    expect(breaker.state).toBe('closed');
  });

  it('opens after 5 failures for 30 seconds by default', () => {
    vi.useFakeTimers();
    try {
      const breaker = createCircuitBreaker();
      for (let count = 0; count < 5; count += 1) permitOf(breaker).settle('failure');

      expect(breaker.admit()).toStrictEqual({ admitted: false, retryAfterMs: 30_000 });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    [{ failureThreshold: 0 }, 'failureThreshold must be a whole number of 1 or more, got 0.'],
    [{ openMs: 0 }, 'openMs must be a number of milliseconds above 0, got 0.'],
  ])('rejects invalid options: %o', (options, message) => {
    expect(() => createCircuitBreaker(options)).toThrow(message);
  });
});

describe('run', () => {
  const down = new Error('down');

  it('runs the work, and settles with its result', async () => {
    const breaker = createCircuitBreaker();

    await expect(breaker.run(() => 'now')).resolves.toBe('now');
    await expect(breaker.run(() => Promise.resolve('later'))).resolves.toBe('later');
    await expect(breaker.run(() => Promise.reject(down))).rejects.toBe(down);
    await expect(
      breaker.run(() => {
        throw down;
      }),
    ).rejects.toBe(down);
  });

  it('rejects with a LimitError when the circuit is open, and does not start the work', async () => {
    const { breaker } = opened();
    const work = vi.fn<() => string>();
    const error = await breaker.run(work).catch((thrown: unknown) => thrown);

    expect(isLimitError(error)).toBe(true);
    expect(error).toMatchObject({ name: 'LimitError', code: 'unavailable', retryAfterMs: 1_000 });
    expect(work).not.toHaveBeenCalled();
  });

  it('counts throws as failures, unless isFailure returns false', async () => {
    const breaker = createCircuitBreaker({ failureThreshold: 1 });
    const isFailure = (thrown: unknown): boolean => thrown === down;
    await expect(breaker.run(() => Promise.reject(new Error('not found')), { isFailure })).rejects.toThrow('not found');
    expect(breaker.state).toBe('closed');
    await expect(breaker.run(() => Promise.reject(down), { isFailure })).rejects.toBe(down);

    expect(breaker.state).toBe('open');
  });

  it('settles a probe if isFailure throws', async () => {
    const { breaker, clock } = opened();
    clock.now = 1_000;
    const isFailure = (): never => {
      throw new Error('a bug of the judge');
    };
    await expect(breaker.run(() => Promise.reject(down), { isFailure })).rejects.toThrow('a bug of the judge');

    await expect(breaker.run(() => 'back')).resolves.toBe('back');
    expect(breaker.state).toBe('closed');
  });
});

describe('under any schedule', () => {
  it('behaves like a simple model of the circuit', () => {
    const step = fc.record({
      after: fc.nat(60),
      kind: fc.constantFrom('admit', 'success', 'failure', 'ignored'),
      which: fc.nat(10),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.array(step, { maxLength: 100, size: 'max' }),
        (failureThreshold, schedule) => {
          const clock = { now: 0 };
          vi.stubGlobal('performance', { now: () => clock.now });
          const breaker = createCircuitBreaker({ failureThreshold, openMs: 100 });
          const out: { pass: CircuitPermit; phase: number }[] = [];
          // The model: every phase has a number, and counts only its own calls.
          let phase = { number: 0, state: 'closed', since: 0, failures: 0, isProbing: false };
          const enter = (state: string): void => {
            phase = { number: phase.number + 1, state, since: clock.now, failures: 0, isProbing: false };
          };

          for (const { after, kind, which } of schedule) {
            clock.now += after;
            const ended = out.splice(which % (out.length || 1), kind === 'admit' ? 0 : 1)[0];
            if (kind === 'admit') {
              const leftMs = phase.since + 100 - clock.now;
              if (phase.state !== 'closed' && leftMs <= 0) enter('half-open');
              const goes = phase.state === 'closed' || (phase.state === 'half-open' && !phase.isProbing);
              phase.isProbing ||= phase.state === 'half-open' && goes;

              const pass = breaker.admit();
              if (pass.admitted) out.push({ pass, phase: phase.number });
              expect(pass).toMatchObject(goes ? { admitted: true } : { admitted: false, retryAfterMs: leftMs });
            } else if (ended) {
              ended.pass.settle(kind);
              if (ended.phase !== phase.number) continue;
              if (kind === 'ignored') phase.isProbing = false;
              else if (kind === 'success' && phase.state === 'closed') phase.failures = 0;
              else if (kind === 'success') enter('closed');
              else phase.failures += 1;
              if (phase.state === 'closed' && phase.failures === failureThreshold) enter('open');
              else if (phase.state === 'half-open' && phase.failures > 0) enter('open');
            }
            const lapsed = phase.state === 'open' && clock.now >= phase.since + 100;
            expect(breaker.state).toBe(lapsed ? 'half-open' : phase.state);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
