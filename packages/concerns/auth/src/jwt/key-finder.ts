import type { LocalJWKSet } from 'jose/jwks/local';
import type { KeySet } from './jwt-options.ts';
import { loadJose } from './load-jose.ts';
import type { KeyLookup, TokenHeader } from './signed-claims.ts';

/** Finds the candidate keys of a token in a key set. */
export type KeyFinder = (header: TokenHeader) => Promise<KeyLookup>;

/** Resolves to the key finder of a key set; rejects if the key set is malformed. */
export async function createKeyFinder(keySet: KeySet): Promise<KeyFinder> {
  const { createLocalJWKSet, errors } = await loadJose();
  const findKey = createLocalJWKSet(keySet as Parameters<typeof createLocalJWKSet>[0]);
  return async (header) => {
    try {
      return { ok: true, keys: [await findSingleKey(findKey, header)] };
    } catch (cause) {
      if (cause instanceof errors.JWKSMultipleMatchingKeys) return { ok: true, keys: await collectKeys(cause) };
      return { ok: false, reason: 'unknown_key', ...(!(cause instanceof errors.JWKSNoMatchingKey) && { cause }) };
    }
  };
}

function findSingleKey(findKey: LocalJWKSet, { alg, kid }: TokenHeader): Promise<CryptoKey> {
  return findKey({ alg, ...(kid !== undefined && { kid: kid as string }) });
}

/** A token may omit its key ID, and several keys match during a key rotation. */
async function collectKeys(matches: AsyncIterable<CryptoKey>): Promise<readonly CryptoKey[]> {
  const keys: CryptoKey[] = [];
  for await (const key of matches) keys.push(key);
  return keys;
}
