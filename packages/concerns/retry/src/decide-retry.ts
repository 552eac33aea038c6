import { checkCount, checkNumber } from '@toolwire/internal';
import { waitOf } from './backoff.ts';
import { amount, share } from './number-rules.ts';
import { type RetryPolicy, type RetrySettings, retrySettings } from './retry-policy.ts';
import type { RetryableOutcome } from './retryable-outcome.ts';

/** An attempt that has ended. */
export interface Attempt {
  /** 1 for the first. */
  readonly number: number;
  /** Since the first attempt began; 0 if left out. */
  readonly elapsedMs?: number | undefined;
  /** Where in its range a wait falls, from 0 to 1; the longest if left out. */
  readonly random?: number | undefined;
}

/** Why nothing is tried again. */
export type StopReason =
  /** There is nothing to retry. */
  | 'done'
  /** The failure does not say that it can be retried, and no hint means no. */
  | 'not_retryable'
  /** All attempts are used up. */
  | 'attempts'
  /** The wait that was asked for is longer than the policy allows. */
  | 'wait'
  /** The wait would go past the deadline. */
  | 'deadline';

/** What to do after an attempt. */
export type RetryDecision =
  /** Try again with the same input, after so long. */
  | { readonly action: 'retry'; readonly afterMs: number }
  /** The input has to change: a model that reads this may call again, after so long, under a new call id. */
  | { readonly action: 'hand_back'; readonly promptContent: string; readonly afterMs: number }
  | { readonly action: 'give_up'; readonly reason: StopReason };

/**
 * Decides what to do after an attempt; pure, so the same arguments always give the same decision. Throws when the attempt or the policy
 * makes no sense.
 */
export function decideRetry(outcome: RetryableOutcome, attempt: Attempt, policy: RetryPolicy = {}): RetryDecision {
  const { number, elapsedMs = 0, random = 1 } = attempt;
  checkCount('attempt.number', number);
  checkNumber('attempt.elapsedMs', elapsedMs, amount);
  checkNumber('attempt.random', random, share);
  return decide(outcome, attempt, retrySettings(policy));
}

/** The same for a policy that is filled in already. */
export function decide(outcome: RetryableOutcome, attempt: Attempt, settings: RetrySettings): RetryDecision {
  switch (outcome.kind) {
    case 'failed': {
      const { canRetry, additionalPromptContent, retryAfterMs } = outcome.failure;
      // OTC-RESP-08: no hint means no.
      if (canRetry !== true) return giveUp('not_retryable');
      if (!additionalPromptContent) return again(retryAfterMs, attempt, settings);
      // E67: what a model has to read first cannot work with the same input.
      return handBack(additionalPromptContent, retryAfterMs, attempt, settings);
    }
    case 'invalid':
      return handBack(describeInvalid(outcome), undefined, attempt, settings);
    case 'refused': {
      const { canRetry = outcome.code === 'unavailable' || outcome.code === 'overloaded' } = outcome;
      return canRetry === true ? again(outcome.retryAfterMs, attempt, settings) : giveUp('not_retryable');
    }
    case 'value':
    case 'artifact':
    case 'deferred':
    case 'input_required':
      return giveUp('done');
  }
}

function again(retryAfterMs: number | undefined, attempt: Attempt, settings: RetrySettings): RetryDecision {
  const askedMs = asked(retryAfterMs);
  const afterMs = askedMs ?? waitOf(attempt.number, attempt.random ?? 1, settings);
  return reasonToStop(afterMs, askedMs, attempt, settings) ?? { action: 'retry', afterMs };
}

function handBack(
  promptContent: string,
  retryAfterMs: number | undefined,
  attempt: Attempt,
  settings: RetrySettings,
): RetryDecision {
  const askedMs = asked(retryAfterMs);
  // No backoff: changed input is no repetition.
  const afterMs = askedMs ?? 0;
  return reasonToStop(afterMs, askedMs, attempt, settings) ?? { action: 'hand_back', promptContent, afterMs };
}

/** E67: attempts and waits have an end, whoever makes the next one. */
function reasonToStop(
  afterMs: number,
  askedMs: number | undefined,
  { number, elapsedMs = 0 }: Attempt,
  { maxAttempts, maxRetryAfterMs, deadlineMs }: RetrySettings,
): RetryDecision | undefined {
  if (number >= maxAttempts) return giveUp('attempts');
  // OTC-CALL-14: never sooner than asked, so a wait that is too long is no wait at all.
  if (askedMs !== undefined && askedMs > maxRetryAfterMs) return giveUp('wait');
  return elapsedMs + afterMs >= deadlineMs ? giveUp('deadline') : undefined;
}

/** E34: what is no number of milliseconds counts as nothing said. */
function asked(retryAfterMs: unknown): number | undefined {
  return typeof retryAfterMs === 'number' && retryAfterMs >= 0 ? Math.ceil(retryAfterMs) : undefined;
}

function giveUp(reason: StopReason): RetryDecision {
  return { action: 'give_up', reason };
}

type Invalid = Extract<RetryableOutcome, { readonly kind: 'invalid' }>;

function describeInvalid({ message, parameterErrors }: Invalid): string {
  return [message, ...Object.entries(parameterErrors).map(([name, problem]) => `${name}: ${problem}`)].join('\n');
}
