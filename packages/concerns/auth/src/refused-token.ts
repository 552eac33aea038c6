import { couldNotBeChecked } from './could-not-be-checked.ts';
import type { Rejected } from './verifier.ts';

/** Refuses a bearer token that came, with what its caller may be told of it (ANS-08). */
export function refuseToken(reason: string, cause?: unknown): Rejected {
  const refused = { state: 'rejected', reason, ...(cause !== undefined && { cause }) } as const;
  if (couldNotBeChecked(refused)) return refused;
  return { ...refused, token: reason === 'expired' ? 'expired' : 'refused' };
}
