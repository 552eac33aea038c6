import { isPromise, StartUpError } from '@toolwire/internal';
import { isVerificationUnavailable, type Verified, type Verifier } from './verifier.ts';
import { verifySafely } from './verify-safely.ts';

/**
 * Accepts any of several methods. Every credential in the request must be valid: a valid key does not make up for an
 * invalid token. If several are valid, the first verifier's principal is used.
 */
export function anyOf(...verifiers: readonly Verifier[]): Verifier {
  const parts = verifiers.flatMap((verifier) => verifier.parts ?? [verifier]);
  const [only] = parts;
  if (only === undefined) {
    throw new StartUpError(
      'TW_VERIFIERS',
      'anyOf() got no verifiers, so every request would be denied. Pass at least one.',
    );
  }
  if (parts.length === 1) {
    return only;
  }
  if (parts.some(({ scheme }) => scheme === 'none')) {
    throw new StartUpError(
      'TW_VERIFIERS',
      'anyOf() got noAuthentication, which accepts every request. Remove it, or use it without anyOf().',
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
        ? Promise.all(found.map((one) => Promise.resolve(one))).then((all) => combineResults(alternatives, all))
        : combineResults(alternatives, found as Verified[]);
    },
  };
}

/** Groups the indexes of verifiers that read the same header: one of them must accept its credential. */
function byHeader(parts: readonly Verifier[]): readonly (readonly number[])[] {
  const indexes = new Map<unknown, number[]>();
  for (const [index, part] of parts.entries()) {
    const header = part.header?.toLowerCase() ?? part;
    indexes.set(header, [...(indexes.get(header) ?? []), index]);
  }
  return [...indexes.values()];
}

function combineResults(alternatives: readonly (readonly number[])[], found: readonly Verified[]): Verified {
  const perHeader = alternatives.map((indexes) => {
    const ofHeader = indexes.flatMap((index) => found[index] ?? []);
    // The credential may belong to the verifier that is unavailable.
    return (
      firstWith('accepted', ofHeader) ??
      ofHeader.find(isUnavailable) ??
      ofHeader.find(isExpired) ??
      firstWith('rejected', ofHeader) ??
      absent
    );
  });
  // An invalid credential rejects the request (OTC-AUTH-16).
  const bad = perHeader.find((one) => one.state === 'rejected' && !isUnavailable(one));
  return bad ?? firstWith('rejected', perHeader) ?? firstWith('accepted', perHeader) ?? absent;
}

function isUnavailable(found: Verified): boolean {
  return found.state === 'rejected' && isVerificationUnavailable(found);
}

/** Only the verifier that issued the token can tell that it has expired. */
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
