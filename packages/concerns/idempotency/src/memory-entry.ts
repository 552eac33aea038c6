import type { Answered, Claim, ClaimResult } from './idempotency-store.ts';

/** A claim, and what has become of it. */
export interface Entry {
  readonly claim: Claim;
  state: Answered['fate'] | 'running' | 'abandoned' | 'unkept';
  answered: Answered | undefined;
  /** In whole milliseconds, which take less room than others. */
  endsAt: number;
  /** What the owner has yet to hear of others, where there is any. */
  signs: Signs | undefined;
}

interface Signs {
  isCancelled: boolean;
  awaitedAt: number;
}

/** The answer to who gets a key. */
export const mine: ClaimResult = { state: 'mine' };
const conflict: ClaimResult = { state: 'conflict' };

/** What an entry takes besides its texts, at most. */
const entryBytes = 512;

/** Answers that take less are never let go of to make room. */
const fewBytes = 256;

/** Whether the work of an entry has ended, however it did. */
export function hasEnded({ state }: Entry): boolean {
  return state !== 'running';
}

/** Ends the work of an entry. */
export function end(entry: Entry, state: Entry['state'], answered: Answered | undefined, endsAt: number): void {
  entry.state = state;
  entry.answered = answered;
  entry.signs = undefined;
  entry.endsAt = endsAt;
}

/** About how many bytes an entry takes that has ended. */
export function bytesOf({ claim: { key, fingerprint }, answered }: Entry): number {
  return 2 * (key.length + fingerprint.length) + (answered?.bytes ?? 0) + entryBytes;
}

/** Lets go of an answer that takes room, so that repeats hear only that the work is done; answers how many bytes that frees. */
export function shrink(entry: Entry): number {
  const { answered } = entry;
  if (answered === undefined || answered.bytes < fewBytes) return 0;
  entry.answered = undefined;
  if (entry.state === 'kept') entry.state = 'unkept';
  // What was only handed on may begin anew, as if its time were over.
  else entry.endsAt = 0;
  return answered.bytes;
}

/** Whether an entry is of this claim. */
export function isOf(entry: Entry | undefined, claim: Claim): boolean {
  return entry !== undefined && (entry.claim === claim || entry.claim.token === claim.token);
}

/** The entry of work that begins. */
export function begun(claim: Claim): Entry {
  return { claim, state: 'running', answered: undefined, endsAt: 0, signs: undefined };
}

/** Whether a claim waits for the end of this work. */
export function isAwaitedBy({ awaited }: Claim, { claim, state }: Entry): boolean {
  return awaited !== undefined && state === 'running' && claim.token === awaited;
}

/** What the owner is to hear of others. */
export function signsOf(entry: Entry): Signs {
  entry.signs ??= { isCancelled: false, awaitedAt: Number.NEGATIVE_INFINITY };
  return entry.signs;
}

/** What a claim of the same key is answered. */
export function resultOf(
  { claim: earlier, state, answered, endsAt }: Entry,
  claim: Claim,
  now: () => number,
): ClaimResult {
  if (state !== 'running' && endsAt <= now()) return mine;
  if (state === 'handed_on' && claim.awaited !== earlier.token) return mine;
  if (earlier.fingerprint !== claim.fingerprint) return conflict;
  if (answered !== undefined) return { state: 'answered', text: answered.text };
  if (state === 'unkept') return { state };
  if (state === 'running') {
    return earlier.token === claim.token ? mine : { state, token: earlier.token, claim: earlier };
  }
  return claim.takeOver ? mine : { state: 'in_doubt' };
}
