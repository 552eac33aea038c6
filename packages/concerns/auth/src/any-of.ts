import { isPromise, StartUpError } from '@toolwire/internal';
import { couldNotBeChecked } from './could-not-be-checked.ts';
import type { Verified, Verifier } from './verifier.ts';
import { verifySafely } from './verify-safely.ts';

/**
 * Accepts callers by any of several methods. Every credential that came must be good: a bad token is not rescued by a
 * good key. Of several good ones the first verifier's principal counts.
 */
export function anyOf(...verifiers: readonly Verifier[]): Verifier {
  const parts = verifiers.flatMap((verifier) => verifier.parts ?? [verifier]);
  const [only] = parts;
  if (only === undefined) {
    throw new StartUpError('TW_VERIFIERS', 'anyOf() got no verifier, so nobody could get in. Give at least one.');
  }
  if (parts.length === 1) {
    return only;
  }
  if (parts.some(({ scheme }) => scheme === 'none')) {
    throw new StartUpError(
      'TW_VERIFIERS',
      'anyOf() got noAuthentication, which lets everybody in. Leave it out, or use it alone.',
    );
  }
  const alternatives = byHeader(parts);
  return {
    scheme: distinct(parts.map(({ scheme }) => scheme)).join('+'),
    challenge: distinct(parts.map(({ challenge = 'Bearer' }) => challenge)).join(', '),
    parts,
    verify: (credentials) => {
      const found = parts.map((part) => verifySafely(part, credentials));
      return found.some(isPromise)
        ? Promise.all(found.map((one) => Promise.resolve(one))).then((all) => combined(alternatives, all))
        : combined(alternatives, found as Verified[]);
    },
  };
}

/** The places of the verifiers that read the same header: its credential is good when one of them accepts it. */
function byHeader(parts: readonly Verifier[]): readonly (readonly number[])[] {
  const places = new Map<unknown, number[]>();
  for (const [place, part] of parts.entries()) {
    const header = part.header?.toLowerCase() ?? part;
    places.set(header, [...(places.get(header) ?? []), place]);
  }
  return [...places.values()];
}

function combined(alternatives: readonly (readonly number[])[], found: readonly Verified[]): Verified {
  const perHeader = alternatives.map((places) => {
    const ofHeader = places.flatMap((place) => found[place] ?? []);
    // One that could not look may be the one whose credential it is.
    return (
      firstWith('accepted', ofHeader) ??
      ofHeader.find(isUndecided) ??
      ofHeader.find(isExpired) ??
      firstWith('rejected', ofHeader) ??
      absent
    );
  });
  // OTC-AUTH-16: what was presented and is bad decides
  const bad = perHeader.find((one) => one.state === 'rejected' && !isUndecided(one));
  return bad ?? firstWith('rejected', perHeader) ?? firstWith('accepted', perHeader) ?? absent;
}

function isUndecided(found: Verified): boolean {
  return found.state === 'rejected' && couldNotBeChecked(found);
}

/** The verifier whose token it is says more of it than those to whom it is a stranger's. */
function isExpired(found: Verified): boolean {
  return found.state === 'rejected' && found.token === 'expired';
}

const absent: Verified = { state: 'absent' };

function firstWith(state: Verified['state'], verified: readonly Verified[]): Verified | undefined {
  return verified.find((one) => one.state === state);
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
