import { alwaysStoredBytes } from '@toolwire/internal';
import type { Claim, ClaimResult, StoredResult } from '../idempotency-store.ts';

/** A claim and its state. */
export interface Entry {
  readonly claim: Claim;
  state: StoredResult['retention'] | 'running' | 'abandoned' | 'in_doubt' | 'not_stored';
  result: StoredResult | undefined;
  /** Rounded up: small integers take less memory. */
  endsAt: number;
  /** What other callers did: they canceled the work, or wait for it. */
  signals: Signals | undefined;
}

interface Signals {
  isCanceled: boolean;
  awaitedAt: number;
}

export const acquired: ClaimResult = { state: 'acquired' };
const conflict: ClaimResult = { state: 'conflict' };

/** The maximum memory of an entry, without its texts. */
const entryBytes = 512;

export function hasEnded({ state }: Entry): boolean {
  return state !== 'running';
}

export function end(entry: Entry, state: Entry['state'], result: StoredResult | undefined, endsAt: number): void {
  entry.state = state;
  entry.result = result;
  entry.signals = undefined;
  entry.endsAt = endsAt;
}

/** The approximate size of an ended entry. */
export function bytesOf({ claim: { key, fingerprint }, result }: Entry): number {
  return 2 * (key.length + fingerprint.length) + (result?.bytes ?? 0) + entryBytes;
}

/** Drops a large result, so that only the end of the work remains known. Returns the freed bytes. */
export function dropResult(entry: Entry): number {
  const { result } = entry;
  if (result === undefined || result.bytes < alwaysStoredBytes) return 0;
  entry.result = undefined;
  if (entry.state === 'stored') entry.state = 'not_stored';
  // A result that was only delivered may be computed again.
  else entry.endsAt = 0;
  return result.bytes;
}

/** Whether this claim still holds the entry. A claim in doubt has lost it. */
export function isHeldBy(entry: Entry | undefined, claim: Claim): boolean {
  return (
    entry !== undefined && entry.state !== 'in_doubt' && (entry.claim === claim || entry.claim.token === claim.token)
  );
}

export function newEntry(claim: Claim): Entry {
  return { claim, state: 'running', result: undefined, endsAt: 0, signals: undefined };
}

export function isAwaitedBy({ awaited }: Claim, { claim, state }: Entry): boolean {
  return awaited !== undefined && state === 'running' && claim.token === awaited;
}

export function signalsOf(entry: Entry): Signals {
  entry.signals ??= { isCanceled: false, awaitedAt: Number.NEGATIVE_INFINITY };
  return entry.signals;
}

/** The result of a claim of an existing key: a conflict if its fingerprint (`fingerprint.ts`) is another one. */
export function resultOf({ claim: holder, state, result, endsAt }: Entry, claim: Claim): ClaimResult {
  if (state !== 'running' && endsAt <= performance.now()) return acquired;
  if (state === 'delivered' && claim.awaited !== holder.token) return acquired;
  if (holder.fingerprint !== claim.fingerprint) return conflict;
  if (result !== undefined) return { state: 'completed', text: result.text };
  if (state === 'not_stored') return { state };
  if (state === 'running') {
    return holder.token === claim.token ? acquired : { state, token: holder.token, claim: holder };
  }
  return claim.takeOver ? acquired : { state: 'in_doubt' };
}
