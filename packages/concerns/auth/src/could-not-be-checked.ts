import type { Rejected } from './verifier.ts';

const reasons: ReadonlySet<string | undefined> = new Set(['keys_unavailable', 'introspection_unavailable']);

/** Whether nobody knows if the credentials are good, as whoever could tell is away: a client that signs in again gains nothing. */
export function couldNotBeChecked({ reason }: Pick<Rejected, 'reason'>): boolean {
  return reasons.has(reason);
}
