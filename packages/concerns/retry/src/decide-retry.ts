import { checkCount, checkNumber } from '@toolwire/internal';
import { backoffOf, type RetryPolicy, type RetrySettings, retrySettings } from './retry-policy.ts';

/** A finished attempt. */
export interface Attempt {
  /** The number of the attempt, from 1. */
  readonly number: number;
  /** The time since the first attempt started; default 0. */
  readonly elapsedMs?: number | undefined;
  /** The jitter from 0 to 1; default 1, the longest backoff. */
  readonly random?: number | undefined;
}

/** Why there is no retry. */
export type StopReason =
  /** The call succeeded. */
  | 'done'
  /** The failure is not marked as retryable. */
  | 'not_retryable'
  /** No attempts are left. */
  | 'attempts'
  /** The requested wait is longer than the policy allows. */
  | 'wait'
  /** The wait would exceed the deadline. */
  | 'deadline';

/** What to do after an attempt. */
export type RetryDecision =
  /** Retry with the same input after a wait. */
  | { readonly action: 'retry'; readonly afterMs: number }
  /** The input has to change: a model may call again after a wait, with a new call ID. */
  | { readonly action: 'hand_back'; readonly promptContent: string; readonly afterMs: number }
  | { readonly action: 'give_up'; readonly reason: StopReason };

/**
 * Decides what to do after an attempt. It is pure: equal arguments result in equal decisions. Throws if the attempt or the
 * policy is invalid.
 */
export function decideRetry(outcome: RetryableOutcome, attempt: Attempt, policy: RetryPolicy = {}): RetryDecision {
  const { number, elapsedMs = 0, random = 1 } = attempt;
  checkCount('attempt.number', number);
  checkNumber('attempt.elapsedMs', elapsedMs, { from: 0 });
  checkNumber('attempt.random', random, { from: 0, to: 1 });
  return decide(outcome, { number, elapsedMs, random }, retrySettings(policy));
}

/** An attempt with defaults. */
type CompleteAttempt = Readonly<Record<keyof Attempt, number>>;

/** Decides with all defaults filled in, and without checks. */
export function decide(outcome: RetryableOutcome, attempt: CompleteAttempt, settings: RetrySettings): RetryDecision {
  switch (outcome.kind) {
    case 'failed': {
      const { canRetry, additionalPromptContent, retryAfterMs } = outcome.failure;
      // Without a hint a failure is not retryable (OTC-RESP-08).
      if (canRetry !== true) return giveUp('not_retryable');
      if (!additionalPromptContent) return decideRetryAfter(retryAfterMs, attempt, settings);
      // With extra content for the model, the same input cannot succeed (E67).
      return handBack(additionalPromptContent, retryAfterMs, attempt, settings);
    }
    case 'invalid':
      return handBack(describeInvalid(outcome), undefined, attempt, settings);
    case 'refused': {
      const { canRetry = outcome.code === 'unavailable' || outcome.code === 'overloaded' } = outcome;
      return canRetry === true ? decideRetryAfter(outcome.retryAfterMs, attempt, settings) : giveUp('not_retryable');
    }
    case 'value':
    case 'artifact':
    case 'deferred':
    case 'input_required':
      return giveUp('done');
  }
}

function decideRetryAfter(
  retryAfterMs: number | undefined,
  attempt: CompleteAttempt,
  settings: RetrySettings,
): RetryDecision {
  const requestedMs = parseWait(retryAfterMs);
  const afterMs = requestedMs ?? backoffOf(attempt.number, attempt.random, settings);
  return stopIfExhausted(afterMs, requestedMs, attempt, settings) ?? { action: 'retry', afterMs };
}

function handBack(
  promptContent: string,
  retryAfterMs: number | undefined,
  attempt: CompleteAttempt,
  settings: RetrySettings,
): RetryDecision {
  const requestedMs = parseWait(retryAfterMs);
  // No backoff: a call with changed input is not a retry.
  const afterMs = requestedMs ?? 0;
  return stopIfExhausted(afterMs, requestedMs, attempt, settings) ?? { action: 'hand_back', promptContent, afterMs };
}

/** Attempts and waits are limited, also if the model makes the next call (E67). */
function stopIfExhausted(
  afterMs: number,
  requestedMs: number | undefined,
  { number, elapsedMs }: CompleteAttempt,
  { maxAttempts, maxRetryAfterMs, deadlineMs }: RetrySettings,
): RetryDecision | undefined {
  if (number >= maxAttempts) return giveUp('attempts');
  // Never retry sooner than requested: give up if that is too long (OTC-CALL-14).
  if (requestedMs !== undefined && requestedMs > maxRetryAfterMs) return giveUp('wait');
  return elapsedMs + afterMs >= deadlineMs ? giveUp('deadline') : undefined;
}

/** Invalid waits are ignored (E34). Long ones are not cut, because a retry would come too soon: `maxRetryAfterMs` ends them. */
function parseWait(retryAfterMs: unknown): number | undefined {
  return typeof retryAfterMs === 'number' && retryAfterMs >= 0 ? Math.ceil(retryAfterMs) : undefined;
}

function giveUp(reason: StopReason): RetryDecision {
  return { action: 'give_up', reason };
}

type Invalid = Extract<RetryableOutcome, { readonly kind: 'invalid' }>;

function describeInvalid({ message, parameterErrors }: Invalid): string {
  return [message, ...Object.entries(parameterErrors).map(([name, problem]) => `${name}: ${problem}`)].join('\n');
}

/** The retry hints of a failure, as in Open Tool Calling. */
export interface RetryHints {
  /** Whether the call can be retried; default `false` (OTC-RESP-08). */
  readonly canRetry?: boolean | undefined;
  /** Content for the model before it calls again; with this, the input has to change. */
  readonly additionalPromptContent?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** The part of an outcome that a decision needs; both server outcomes and client results match. */
export type RetryableOutcome =
  | { readonly kind: 'value' | 'artifact' | 'deferred' | 'input_required' }
  /** The tool ran and failed. */
  | { readonly kind: 'failed'; readonly failure: RetryHints }
  /** The input is invalid. */
  | {
      readonly kind: 'invalid';
      readonly message: string;
      readonly parameterErrors: Readonly<Record<string, string>>;
    }
  /** The call was refused, or its result is unknown. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      /** By default `unavailable` and `overloaded` can be retried. */
      readonly canRetry?: boolean | undefined;
      readonly retryAfterMs?: number | undefined;
    };
