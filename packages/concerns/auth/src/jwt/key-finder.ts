import type { decode } from 'jose/base64url';
import type { decodeProtectedHeader } from 'jose/decode/protected_header';
import type * as errors from 'jose/errors';
import type { createLocalJWKSet } from 'jose/jwks/local';
import type { compactVerify } from 'jose/jws/compact/verify';
import type { JwtRejection, KeySet } from './jwt-options.ts';

/** The header fields that select the key. */
export interface TokenHeader {
  readonly alg: string;
  readonly kid?: unknown;
}

/** A rejected token. */
export interface RejectedToken {
  readonly ok: false;
  readonly reason: JwtRejection;
  readonly cause?: unknown;
}

/** The candidate keys; several if the token does not name its key. */
export type KeyLookup = { readonly ok: true; readonly keys: readonly CryptoKey[] } | RejectedToken;

/** Finds the candidate keys of a token in a key set. */
export type KeyFinder = (header: TokenHeader) => Promise<KeyLookup>;

/** Resolves to the key finder of a key set; rejects if the key set is malformed. */
export async function createKeyFinder(keySet: KeySet): Promise<KeyFinder> {
  const { createLocalJWKSet, errors } = await loadJose();
  const findKey = createLocalJWKSet(keySet as Parameters<typeof createLocalJWKSet>[0]);
  return async ({ alg, kid }) => {
    try {
      return { ok: true, keys: [await findKey({ alg, ...(kid !== undefined && { kid: kid as string }) })] };
    } catch (cause) {
      if (cause instanceof errors.JWKSMultipleMatchingKeys) return { ok: true, keys: await collectKeys(cause) };
      return { ok: false, reason: 'unknown_key', ...(!(cause instanceof errors.JWKSNoMatchingKey) && { cause }) };
    }
  };
}

/** A token may omit its key ID, and several keys match during a key rotation. */
async function collectKeys(matches: AsyncIterable<CryptoKey>): Promise<readonly CryptoKey[]> {
  const keys: CryptoKey[] = [];
  for await (const key of matches) keys.push(key);
  return keys;
}

/** The parts of jose that verify tokens. */
export interface Jose {
  readonly compactVerify: typeof compactVerify;
  readonly createLocalJWKSet: typeof createLocalJWKSet;
  readonly decode: typeof decode;
  readonly decodeProtectedHeader: typeof decodeProtectedHeader;
  readonly errors: typeof errors;
}

/** Loads jose with the first token. `import()` also works in CommonJS, which can't require ES modules everywhere. */
export async function loadJose(): Promise<Jose> {
  const [base64url, header, joseErrors, keySet, signature] = await Promise.all([
    import('jose/base64url'),
    import('jose/decode/protected_header'),
    import('jose/errors'),
    import('jose/jwks/local'),
    import('jose/jws/compact/verify'),
  ]);
  return { ...base64url, ...header, ...keySet, ...signature, errors: joseErrors };
}
