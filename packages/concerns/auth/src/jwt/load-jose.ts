import type { decode } from 'jose/base64url';
import type { decodeProtectedHeader } from 'jose/decode/protected_header';
import type * as errors from 'jose/errors';
import type { createLocalJWKSet } from 'jose/jwks/local';
import type { compactVerify } from 'jose/jws/compact/verify';

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
