import type { FailedOutcome, Outcome, Tool } from '@toolwire/core';
import { isOutcomeShape } from '@toolwire/internal';
import type { Answered } from './idempotency-store.ts';

/** What is said in the place of an answer that takes too much room. */
const tooLong: FailedOutcome = {
  kind: 'failed',
  failure: { message: 'The tool has run, but its answer was too long to be kept for another time.' },
};

/** An outcome to be kept or handed on, without its tool: that comes from the call that asks again. */
export class StoredOutcome implements Answered {
  readonly fate: Answered['fate'];
  readonly bytes: number;
  readonly #outcome: Outcome;

  constructor(fate: Answered['fate'], outcome: Outcome, maxBytes: number) {
    const bytes = bytesOf(outcome.kind === 'value' ? outcome.value : { ...outcome, tool: null });
    const fits = bytes <= maxBytes;
    this.fate = fate;
    this.bytes = fits ? bytes : 0;
    this.#outcome = fits ? outcome : tooLong;
  }

  get text(): string {
    return JSON.stringify({ ...this.#outcome, tool: undefined, replayed: undefined });
  }
}

/** About how much memory a JSON value takes. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length + 16;
  if (typeof value !== 'object' || value === null) return 16;
  let bytes = 32;
  if (Array.isArray(value)) for (const item of value) bytes += 8 + bytesOf(item);
  else for (const [name, member] of Object.entries(value)) bytes += 2 * name.length + 16 + bytesOf(member);
  return bytes;
}

/** Reads an outcome that was kept; throws a `TypeError` at anything else. */
export function readOutcome(text: string): Outcome {
  const stored: unknown = JSON.parse(text);
  if (isOutcome(stored)) return stored;
  throw new TypeError('A stored answer is none that this version reads.');
}

/** The same outcome for another call of the same tool. */
export function replay(outcome: Outcome, tool: Tool): Outcome {
  return { ...outcome, replayed: true, tool };
}

function isOutcome(stored: unknown): stored is Outcome {
  return isOutcomeShape(stored);
}
