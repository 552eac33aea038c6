import { JWKSMultipleMatchingKeys, JWKSNoMatchingKey } from 'jose/errors';
import { createLocalJWKSet, type LocalJWKSet } from 'jose/jwks/local';
import type { KeySet } from './jwt-options.ts';
import type { FoundKeys, TokenHeader } from './jwt-signature.ts';

/** Finds the keys of a token in a key set. */
export type KeyFinder = (header: TokenHeader) => Promise<FoundKeys>;

/** Makes a key set ready for use; throws when it has another shape. */
export function localKeys(keySet: KeySet): KeyFinder {
  const findKey = createLocalJWKSet(keySet as Parameters<typeof createLocalJWKSet>[0]);
  return async (header) => {
    try {
      return { ok: true, keys: [await findOne(findKey, header)] };
    } catch (cause) {
      if (cause instanceof JWKSMultipleMatchingKeys) return { ok: true, keys: await all(cause) };
      return { ok: false, reason: 'unknown_key', ...(!(cause instanceof JWKSNoMatchingKey) && { cause }) };
    }
  };
}

function findOne(findKey: LocalJWKSet, { alg, kid }: TokenHeader): Promise<CryptoKey> {
  return findKey({ alg, ...(kid !== undefined && { kid: kid as string }) });
}

/** A token need not name its key, and while an issuer changes keys several may have signed it. */
async function all(keys: JWKSMultipleMatchingKeys): Promise<readonly CryptoKey[]> {
  const found: CryptoKey[] = [];
  for await (const key of keys) found.push(key);
  return found;
}
