import type { DetachedLifetime, FailedOutcome, Outcome, Tool } from '@toolwire/core';
import { hasOutcomeShape, mayRunTwice } from '@toolwire/internal';
import type { StoredResult } from '../idempotency-store.ts';

/** The largest result that is stored. For a larger one, repeated calls learn that the tool has run. */
const maxResultBytes = 1024 * 1024;

/** Stands in for an outcome that could not be stored. */
export const notStored: FailedOutcome = {
  kind: 'failed',
  failure: { message: 'The tool has run, but its result was too large, or there was no space to store it.' },
};

/** The outcome of a claim that was only made to find an earlier call. A call that waits for this claim gets it too. */
export const notRun: FailedOutcome = {
  kind: 'failed',
  reason: 'unconfirmed',
  failure: { message: 'The call is not confirmed, and the tool did not run.' },
};

/** Whether a call did not run because it is not confirmed. */
export function isNotRun(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.reason === 'unconfirmed';
}

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

/** An outcome with the version of the tool that ran. */
export type RecordedOutcome = Outcome & { readonly toolVersion?: string | undefined };

/** The version of the tool that ran, if known. */
export function versionOf({ toolVersion, tool }: RecordedOutcome): string | undefined {
  return toolVersion ?? tool?.version;
}

/** An outcome for the store, without its tool: `replay()` in `keyed-outcomes.ts` adds that of the repeated call. */
export class StoredOutcome implements StoredResult {
  readonly retention: StoredResult['retention'];
  readonly bytes: number;
  readonly #outcome: Outcome;
  readonly #toolVersion: string;

  constructor(retention: StoredResult['retention'], outcome: Outcome, toolVersion: string) {
    const bytes = bytesOfOutcome(outcome);
    const fits = bytes <= maxResultBytes;
    this.retention = retention;
    this.bytes = fits ? bytes : 0;
    this.#outcome = fits ? outcome : notStored;
    this.#toolVersion = toolVersion;
  }

  get text(): string {
    return JSON.stringify({ ...this.#outcome, toolVersion: this.#toolVersion, tool: undefined, replayed: undefined });
  }
}

function bytesOfOutcome(outcome: Outcome): number {
  if (outcome.kind !== 'value') return bytesOf({ ...outcome, tool: null });
  return bytesOf(outcome.value) + (outcome.content === undefined ? 0 : bytesOf(outcome.content));
}

/** The approximate memory of a JSON value. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length + 16;
  if (typeof value !== 'object' || value === null) return 16;
  let bytes = 32;
  if (Array.isArray(value)) for (const item of value) bytes += 8 + bytesOf(item);
  else for (const [name, member] of Object.entries(value)) bytes += 2 * name.length + 16 + bytesOf(member);
  return bytes;
}

/** Decodes a stored outcome; throws a `TypeError` for anything else. */
export function readOutcome(text: string): RecordedOutcome {
  const stored: unknown = JSON.parse(text);
  if (hasOutcomeShape(stored)) return stored as Outcome;
  throw new TypeError('This version of @toolwire/idempotency cannot read a stored result.');
}
