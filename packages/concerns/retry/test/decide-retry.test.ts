import type { Outcome } from '@toolwire/core';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Attempt, RetryHints } from '../src/decide-retry.ts';
import { decideRetry, type RetryableOutcome, type RetryPolicy } from '../src/index.ts';
import { backoffOf, retrySettings } from '../src/retry-policy.ts';

const failed = (failure: RetryHints): RetryableOutcome => ({ kind: 'failed', failure });
const first = { number: 1 };

describe('a retried outcome', () => {
  it('OTC-CALL-13: is a failure with can_retry', () => {
    expect(decideRetry(failed({ canRetry: true }), first)).toMatchObject({ action: 'retry' });
  });

  it('OTC-RESP-08: is not a failure without can_retry, because absent means false', () => {
    const refusal = { action: 'give_up', reason: 'not_retryable' };
    expect(decideRetry(failed({}), first)).toEqual(refusal);
    expect(decideRetry(failed({ canRetry: undefined }), first)).toEqual(refusal);
    expect(decideRetry(failed({ canRetry: false }), first)).toEqual(refusal);
    expect(decideRetry(failed({ retryAfterMs: 5 }), first)).toEqual(refusal);
    // From JavaScript: only true is true.
    expect(decideRetry(failed({ canRetry: 'yes' as unknown as true }), first)).toEqual(refusal);
  });

  it('OTC-CALL-15: is not a failure with prompt content, because its input must change', () => {
    expect(
      decideRetry(failed({ canRetry: true, additionalPromptContent: 'ids: doorbell42', retryAfterMs: 500 }), first),
    ).toEqual({ action: 'hand_back', promptContent: 'ids: doorbell42', afterMs: 500 });
    expect(decideRetry(failed({ canRetry: true, additionalPromptContent: 'x' }), { number: 2 })).toEqual({
      action: 'hand_back',
      promptContent: 'x',
      afterMs: 0,
    });
  });

  it('is a failure with empty prompt content', () => {
    expect(decideRetry(failed({ canRetry: true, additionalPromptContent: '' }), first).action).toBe('retry');
  });

  it('is not a failure that the tool marks as not retryable (E68)', () => {
    expect(decideRetry(failed({ canRetry: false, additionalPromptContent: 'Ask for the id.' }), first)).toEqual({
      action: 'give_up',
      reason: 'not_retryable',
    });
  });

  it('is not an invalid input, because the model must correct it', () => {
    const invalid = {
      kind: 'invalid',
      message: 'Some input parameters are invalid',
      parameterErrors: { a: 'Is required', b: 'Must be a number' },
    } as const;
    expect(decideRetry(invalid, first)).toEqual({
      action: 'hand_back',
      promptContent: 'Some input parameters are invalid\na: Is required\nb: Must be a number',
      afterMs: 0,
    });
  });

  it.each([
    ['unavailable', undefined, 'retry'],
    ['overloaded', undefined, 'retry'],
    ['overloaded', false, 'give_up'],
    ['tool_not_found', undefined, 'give_up'],
    ['unreachable', true, 'retry'],
  ])('is a refusal with a temporary cause: %s, canRetry %s: %s', (code, canRetry, action) => {
    expect(decideRetry({ kind: 'refused', code, canRetry }, first)).toMatchObject({ action });
  });

  it.each(['false', 'true', 1, null])(
    'is not a refusal with a non-boolean canRetry, from JavaScript: %o',
    (canRetry) => {
      const refused = { kind: 'refused', code: 'unavailable', canRetry: canRetry as unknown as boolean } as const;
      expect(decideRetry(refused, first)).toEqual({ action: 'give_up', reason: 'not_retryable' });
    },
  );

  it.each(['value', 'artifact', 'deferred', 'input_required'] as const)('is not a success: %s', (kind) => {
    expect(decideRetry({ kind }, first)).toEqual({ action: 'give_up', reason: 'done' });
  });

  it('can be decided for every outcome of a server', () => {
    expectTypeOf<Outcome>().toExtend<RetryableOutcome>();
  });
});

describe('the time of a retry', () => {
  const hinted = (retryAfterMs: unknown): RetryableOutcome =>
    failed({ canRetry: true, retryAfterMs: retryAfterMs as number });

  it('OTC-CALL-14: is the requested delay, whatever the backoff', () => {
    expect(decideRetry(hinted(500), first)).toEqual({ action: 'retry', afterMs: 500 });
    expect(decideRetry(hinted(0), { number: 2 })).toEqual({ action: 'retry', afterMs: 0 });
    expect(decideRetry(hinted(0.2), first)).toEqual({ action: 'retry', afterMs: 1 });
    expect(decideRetry(hinted(60_000), first)).toEqual({ action: 'retry', afterMs: 60_000 });
  });

  it.each([-1, Number.NaN, '500', null, undefined, {}])(
    'is the backoff when the requested delay is invalid (E34): %s',
    (hint) => {
      expect(decideRetry(hinted(hint), { number: 1, random: 1 })).toEqual({ action: 'retry', afterMs: 250 });
    },
  );

  it.each([60_001, 1e12, Number.POSITIVE_INFINITY])('is undefined when the delay exceeds the policy: %s ms', (hint) => {
    expect(decideRetry(hinted(hint), first)).toEqual({ action: 'give_up', reason: 'wait' });
  });

  it('is undefined when the delay would exceed the deadline', () => {
    const policy = { deadlineMs: 1_000 };
    expect(decideRetry(hinted(599), { number: 1, elapsedMs: 400 }, policy)).toEqual({ action: 'retry', afterMs: 599 });
    expect(decideRetry(hinted(600), { number: 1, elapsedMs: 400 }, policy)).toEqual({
      action: 'give_up',
      reason: 'deadline',
    });
  });

  it('is undefined after all attempts', () => {
    expect(decideRetry(hinted(1), { number: 2 })).toMatchObject({ action: 'retry' });
    expect(decideRetry(hinted(1), { number: 3 })).toEqual({ action: 'give_up', reason: 'attempts' });
    expect(decideRetry(hinted(1), first, { maxAttempts: 1 })).toEqual({ action: 'give_up', reason: 'attempts' });
  });
});

describe('the time of a retry by a model (E67)', () => {
  const forModel = (retryAfterMs?: number): RetryableOutcome =>
    failed({ canRetry: true, additionalPromptContent: 'ids: doorbell42', retryAfterMs });
  const invalid: RetryableOutcome = {
    kind: 'invalid',
    message: 'Some input parameters are invalid',
    parameterErrors: {},
  };

  it.each([60_001, 1e300, Number.POSITIVE_INFINITY])('is undefined when the delay is too long: %s ms', (hint) => {
    expect(decideRetry(forModel(hint), first)).toEqual({ action: 'give_up', reason: 'wait' });
  });

  it.each([-1, Number.NaN])('is immediate when the requested delay is invalid: %s', (hint) => {
    expect(decideRetry(forModel(hint), first)).toMatchObject({ action: 'hand_back', afterMs: 0 });
  });

  it('is undefined after all attempts', () => {
    for (const outcome of [forModel(), invalid]) {
      expect(decideRetry(outcome, { number: 2 })).toMatchObject({ action: 'hand_back', afterMs: 0 });
      expect(decideRetry(outcome, { number: 3 })).toEqual({ action: 'give_up', reason: 'attempts' });
    }
  });

  it('is undefined past the deadline', () => {
    const policy = { deadlineMs: 1_000 };
    const late = { action: 'give_up', reason: 'deadline' };
    expect(decideRetry(forModel(599), { number: 1, elapsedMs: 400 }, policy)).toMatchObject({ afterMs: 599 });
    expect(decideRetry(forModel(600), { number: 1, elapsedMs: 400 }, policy)).toEqual(late);
    expect(decideRetry(invalid, { number: 1, elapsedMs: 1_000 }, policy)).toEqual(late);
  });
});

const policies = fc.record(
  {
    maxAttempts: fc.integer({ min: 1, max: 20 }),
    baseMs: fc.integer({ min: 0, max: 10_000 }),
    maxBackoffMs: fc.integer({ min: 0, max: 100_000 }),
    maxRetryAfterMs: fc.integer({ min: 0, max: 100_000 }),
    deadlineMs: fc.integer({ min: 1, max: 200_000 }),
  },
  { requiredKeys: [] },
);
const attempts = fc.record({
  number: fc.integer({ min: 1, max: 2_000 }),
  elapsedMs: fc.integer({ min: 0, max: 300_000 }),
  random: fc.double({ min: 0, max: 1, noNaN: true }),
});
const hints = fc.record(
  {
    canRetry: fc.boolean(),
    additionalPromptContent: fc.string(),
    retryAfterMs: fc.oneof(fc.double(), fc.integer({ min: 0, max: 200_000 })),
  },
  { requiredKeys: [] },
);
const outcomes: fc.Arbitrary<RetryableOutcome> = fc.oneof(
  hints.map(failed),
  fc.record({
    kind: fc.constant('refused' as const),
    code: fc.constantFrom('unavailable', 'internal'),
    canRetry: fc.constantFrom(true, false, undefined),
  }),
  fc.constantFrom({ kind: 'value' } as const, { kind: 'invalid', message: '', parameterErrors: {} } as const),
);

/** The longest wait after an attempt: nothing doubled stays nothing. */
function ceilingOf(attempt: number, { baseMs = 250, maxBackoffMs = 8_000 }: RetryPolicy): number {
  return baseMs === 0 ? 0 : Math.min(maxBackoffMs, baseMs * 2 ** (attempt - 1));
}

describe('for every outcome, attempt and policy', () => {
  it('the decision is the same each time', () => {
    fc.assert(
      fc.property(outcomes, attempts, policies, (outcome, attempt, policy) => {
        expect(decideRetry(outcome, attempt, policy)).toEqual(decideRetry(outcome, attempt, policy));
      }),
    );
  });

  it('another attempt is allowed, and its delay is an integer, bounded and before the deadline', () => {
    fc.assert(
      fc.property(outcomes, attempts, policies, (outcome, attempt, policy) => {
        const decision = decideRetry(outcome, attempt, policy);
        if (decision.action === 'give_up') return;
        const { maxAttempts = 3, maxRetryAfterMs = 60_000, deadlineMs = Number.POSITIVE_INFINITY } = policy;
        expect(attempt.number).toBeLessThan(maxAttempts);
        expect(Number.isSafeInteger(decision.afterMs) && decision.afterMs >= 0).toBe(true);
        expect(attempt.elapsedMs + decision.afterMs).toBeLessThan(deadlineMs);
        if (decision.action === 'hand_back') {
          expect(decision.afterMs).toBeLessThanOrEqual(maxRetryAfterMs);
          return;
        }
        if (outcome.kind === 'failed') {
          expect(outcome.failure.canRetry).toBe(true);
          expect(outcome.failure.additionalPromptContent ?? '').toBe('');
          const { retryAfterMs = Number.NaN } = outcome.failure;
          if (retryAfterMs >= 0) {
            expect(decision.afterMs).toBe(Math.ceil(retryAfterMs));
            expect(decision.afterMs).toBeLessThanOrEqual(maxRetryAfterMs);
            return;
          }
        }
        expect(decision.afterMs).toBeLessThanOrEqual(ceilingOf(attempt.number, policy));
      }),
      { numRuns: 1_000 },
    );
  });

  it('a failure with prompt content is never retried with the same input', () => {
    fc.assert(
      fc.property(
        hints,
        fc.string({ minLength: 1 }),
        attempts,
        policies,
        (hint, additionalPromptContent, attempt, policy) => {
          expect(decideRetry(failed({ ...hint, additionalPromptContent }), attempt, policy).action).not.toBe('retry');
        },
      ),
    );
  });
});

describe('the backoff', () => {
  const defaults = retrySettings({});

  it('is between zero and a ceiling that doubles up to its maximum', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => backoffOf(attempt, 1, defaults))).toEqual([
      250, 500, 1_000, 2_000, 4_000, 8_000, 8_000,
    ]);
    expect(backoffOf(3, 0, defaults)).toBe(0);
    expect(backoffOf(3, 0.5, defaults)).toBe(500);
    expect(backoffOf(5_000, 1, defaults)).toBe(8_000);
  });

  it('stays within its bounds, and uses the whole range', () => {
    fc.assert(
      fc.property(attempts, policies, ({ number, random }, policy) => {
        const ceiling = ceilingOf(number, policy);
        const waits = [0, random, 1].map((one) => backoffOf(number, one, retrySettings(policy)));
        expect(waits).toEqual(waits.toSorted((one, other) => one - other));
        expect(waits[0]).toBe(0);
        expect(waits[2]).toBe(ceiling);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('an invalid attempt', () => {
  it.each<[Attempt, string]>([
    [{ number: Number.NaN }, 'attempt.number must be a whole number of 1 or more, got NaN.'],
    [{ number: 0 }, 'attempt.number must be a whole number of 1 or more, got 0.'],
    [{ number: 1, elapsedMs: Number.NaN }, 'attempt.elapsedMs must be a number of 0 or more, got NaN.'],
    [{ number: 1, random: Number.NaN }, 'attempt.random must be a number from 0 to 1, got NaN.'],
  ])('is rejected, instead of retried forever: %o', (attempt, message) => {
    expect(() => decideRetry(failed({ canRetry: true }), attempt)).toThrow(message);
  });
});

describe('an invalid policy', () => {
  it.each<[RetryPolicy, string]>([
    [{ maxAttempts: 0 }, 'maxAttempts must be a whole number of 1 or more, got 0.'],
    [{ maxAttempts: 2.5 }, 'maxAttempts must be a whole number of 1 or more, got 2.5.'],
    [{ baseMs: -1 }, 'baseMs must be a number of milliseconds from 0 to 2147483647, got -1.'],
    [{ maxBackoffMs: Number.NaN }, 'maxBackoffMs must be a number of milliseconds from 0 to 2147483647, got NaN.'],
    [
      { maxRetryAfterMs: 2 ** 31 },
      'maxRetryAfterMs must be a number of milliseconds from 0 to 2147483647, got 2147483648.',
    ],
    [{ deadlineMs: 0 }, 'deadlineMs must be a number of milliseconds above 0, or Infinity for none, got 0.'],
  ])('is rejected: %o', (policy, message) => {
    expect(() => decideRetry(failed({}), first, policy)).toThrow(message);
  });
});
