import { isPromise, StartupError } from '@toolwire/internal';
import { defaultChallenge, isVerificationUnavailable, type Verified, type Verifier, verifySafely } from './verifier.ts';

/**
 * Accepts any of several methods. Every credential in the request must be valid: a valid key does not make up for an
 * invalid token. If several are valid, the first verifier's principal is used.
 */
export function anyOf(...verifiers: readonly Verifier[]): Verifier {
  const parts = verifiers.flatMap((verifier) => verifier.parts ?? [verifier]);
  const [only] = parts;
  if (only === undefined) {
    throw new StartupError(
      'TW_VERIFIERS',
      'anyOf() got no verifiers, so every request would be denied. Pass at least one.',
    );
  }
  if (parts.length === 1) {
    return only;
  }
  const alternatives = byHeader(parts);
  return {
    scheme: distinct(parts.map(({ scheme }) => scheme)).join('+'),
    challenge: distinct(parts.map(({ challenge = defaultChallenge }) => challenge)).join(', '),
    parts,
    verify: (credentials) => {
      const results = parts.map((part) => verifySafely(part, credentials));
      return results.some(isPromise)
        ? Promise.all(results.map((result) => Promise.resolve(result))).then((settled) =>
            combineResults(alternatives, settled),
          )
        : combineResults(alternatives, results as Verified[]);
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

function combineResults(alternatives: readonly (readonly number[])[], results: readonly Verified[]): Verified {
  const perHeader = alternatives.map((indexes) => {
    const headerResults = indexes.flatMap((index) => results[index] ?? []);
    // The credential may belong to the verifier that is unavailable.
    return (
      firstWith('accepted', headerResults) ??
      headerResults.find(isUnavailable) ??
      headerResults.find(isExpired) ??
      firstWith('rejected', headerResults) ??
      absent
    );
  });
  // An invalid credential rejects the request (OTC-AUTH-16).
  const invalid = perHeader.find((result) => result.state === 'rejected' && !isUnavailable(result));
  return invalid ?? firstWith('rejected', perHeader) ?? firstWith('accepted', results) ?? absent;
}

function isUnavailable(result: Verified): boolean {
  return result.state === 'rejected' && isVerificationUnavailable(result);
}

/** Only the verifier that issued the token can detect that it has expired. */
function isExpired(result: Verified): boolean {
  return result.state === 'rejected' && result.token === 'expired';
}

const absent: Verified = { state: 'absent' };

function firstWith(state: Verified['state'], results: readonly Verified[]): Verified | undefined {
  return results.find((result) => result.state === state);
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
