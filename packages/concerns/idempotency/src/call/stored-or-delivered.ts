import type { DetachedLifetime, Outcome, Tool } from '@toolwire/core';
import { mayRunTwice } from '@toolwire/internal';
import type { StoredResult } from '../idempotency-store.ts';
import { isNotRun } from './stored-outcome.ts';

/**
 * Whether an outcome is stored for repeated calls, or only delivered to waiting calls; `undefined` if the effect of the tool is
 * unknown. How long it is stored is a limit of the store.
 */
export function retentionOf(
  outcome: Outcome,
  lifetime: DetachedLifetime,
  tool: Tool,
): StoredResult['retention'] | undefined {
  // Even of a canceled run, these are the results of the tool.
  if (outcome.kind === 'value' || outcome.kind === 'artifact') return 'stored';
  // Not a result of the tool: it did not run, waits for input, or its state is unknown.
  if (outcome.kind !== 'failed' || isNotRun(outcome)) return 'delivered';
  // A canceled tool may have had an effect.
  if (lifetime.isCanceled) return mayRunTwice(tool) ? 'delivered' : 'stored';
  // The shutdown of the server caused the failure.
  if (lifetime.signal.aborted) return undefined;
  // Repeated calls must not get a retryable failure again (CASE-10).
  return outcome.failure.canRetry === true ? 'delivered' : 'stored';
}
