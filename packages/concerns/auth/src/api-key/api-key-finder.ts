import type { Verified } from '../verifier.ts';
import { createKeyedHash, type KeyedHash } from './keyed-hash.ts';
import type { ParsedApiKey } from './read-api-keys.ts';

/** Returns the principal of an API key, or a rejection. */
export type FindApiKey = (text: string) => Verified;

/**
 * Creates a finder of keys. It finds a candidate with a keyed hash, and compares it in constant time. The response time reveals neither a
 * matching prefix nor the candidate, and does not grow with the number of keys (OTC-AUTH-04).
 */
export function createApiKeyFinder(keys: readonly [ParsedApiKey, ...ParsedApiKey[]]): FindApiKey {
  const width = Math.max(...keys.map(({ key }) => key.length));
  let index: KeyIndex | undefined;
  return (text) => {
    // Created for the first caller, because Workers allow no random values at startup.
    index ??= createKeyIndex(keys, width);
    const { hash, byHash } = index;
    // Without a candidate the first key is compared, so that the time is the same.
    const candidate = byHash.get(hash(text)) ?? keys[0];
    return timingSafeEqual(text, candidate.key, width)
      ? { state: 'accepted', principal: candidate.principal }
      : { state: 'rejected', reason: 'unknown_api_key' };
  };
}

interface KeyIndex {
  readonly hash: KeyedHash;
  readonly byHash: ReadonlyMap<number, ParsedApiKey>;
}

/** Uses another random hash key in the very unlikely case of a collision. */
function createKeyIndex(keys: readonly ParsedApiKey[], width: number): KeyIndex {
  const hash = createKeyedHash(width);
  const byHash = new Map(keys.map((entry) => [hash(entry.key), entry]));
  return byHash.size === keys.length ? { hash, byHash } : createKeyIndex(keys, width);
}

/**
 * Compares two strings of at most `width` characters in constant time: it reads all positions and does not branch on
 * their content.
 */
export function timingSafeEqual(a: string, b: string, width: number): boolean {
  let difference = a.length ^ b.length;
  for (let position = 0; position < width; position++) {
    // Past the end charCodeAt is NaN, which counts as 0 here.
    difference |= a.charCodeAt(position) ^ b.charCodeAt(position);
  }
  return difference === 0;
}
