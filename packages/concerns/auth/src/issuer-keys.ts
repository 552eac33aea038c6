import type { JwtSignatures } from './jwt-signature.ts';
import type { RemoteKeys } from './remote-keys.ts';

/**
 * Finds keys for the tokens of several issuers, each with keys of its own. What a token claims picks among these issuers and no more:
 * an address that a token names is never asked, and one issuer cannot sign for another.
 */
export function issuerKeys(keys: ReadonlyMap<string, RemoteKeys>): JwtSignatures['findKeys'] {
  return async (header, claimedIssuer) => {
    const issuer = claimedIssuer();
    const ofIssuer = typeof issuer === 'string' ? keys.get(issuer) : undefined;
    return ofIssuer ? ofIssuer.find(header) : { ok: false, reason: 'wrong_issuer' };
  };
}
