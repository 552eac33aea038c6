import { isObject } from '@toolwire/internal';
import { maxTokenLength } from '../token/bearer-token.ts';
import type { JwtClaims, JwtRejection } from './jwt-options.ts';
import { type Jose, type KeyLookup, loadJose, type RejectedToken, type TokenHeader } from './key-finder.ts';

/** The accepted algorithms and keys; a token cannot choose its algorithm. */
export interface JwtSignatures {
  readonly algorithms: readonly string[];
  /** Finds the candidate keys; the claimed issuer has not been verified yet. */
  findKeys(header: TokenHeader, claimedIssuer: () => unknown): Promise<KeyLookup>;
}

// Three segments of canonical base64url without padding, so that each token has a single spelling.
const segment = String.raw`(?:[\w-]{4})*(?:[\w-]{4}|[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])`;
// No byte order mark before the JSON, because parsers disagree about it (RFC 8259, 8.1).
const json = `(?!77u_)${segment}`;
const compactToken = new RegExp(`^${json}\\.${json}\\.${segment}$`);

/** Verifies the signature of a token and returns its claims; never rejects (OTC-AUTH-10). */
export async function readSignedClaims(
  token: string,
  signatures: JwtSignatures,
): Promise<{ readonly ok: true; readonly claims: JwtClaims } | RejectedToken> {
  // Malformed tokens are rejected before any cryptography.
  if (token.length > maxTokenLength) return refuse('too_long');
  if (!compactToken.test(token)) return refuse('malformed');
  const jose = await loadJose();
  const header = readHeader(token, jose);
  if (header === undefined) return refuse('malformed');
  if (!isAllowed(header, signatures.algorithms)) return refuse('algorithm_not_allowed');
  // No critical extensions are supported (RFC 7515, 4.1.11).
  if (header.crit !== undefined) return refuse('critical_header');
  const lookup = await signatures.findKeys(header, () => readClaimedIssuer(token, jose));
  if (!lookup.ok) return lookup;
  let refusal = refuse('unknown_key');
  for (const key of lookup.keys) {
    const verified = await verifySignature(token, key, signatures.algorithms, jose);
    if (verified.ok) return readClaims(verified.payload);
    refusal = verified;
  }
  return refusal;
}

function refuse(reason: JwtRejection, cause?: unknown): RejectedToken {
  return { ok: false, reason, cause };
}

type Header = ReturnType<Jose['decodeProtectedHeader']>;

function readHeader(token: string, { decodeProtectedHeader }: Jose): Header | undefined {
  try {
    return decodeProtectedHeader(token);
  } catch {
    // The header is not a JSON object.
    return undefined;
  }
}

/** Reads the issuer before the signature is verified, with the same parser as the claims. */
function readClaimedIssuer(token: string, { decode }: Jose): unknown {
  const result = readClaims(decode(token.split('.')[1] ?? ''));
  return result.ok ? result.claims['iss'] : undefined;
}

function isAllowed(header: Header, algorithms: readonly string[]): header is Header & TokenHeader {
  return typeof header.alg === 'string' && algorithms.includes(header.alg);
}

async function verifySignature(
  token: string,
  key: CryptoKey,
  algorithms: readonly string[],
  { compactVerify, errors }: Jose,
): Promise<{ readonly ok: true; readonly payload: Uint8Array } | RejectedToken> {
  try {
    const { payload } = await compactVerify(token, key, { algorithms: [...algorithms] });
    return { ok: true, payload };
  } catch (cause) {
    // Any other error is about the key, for example one that is too short, and belongs in the log.
    return cause instanceof errors.JWSSignatureVerificationFailed
      ? refuse('bad_signature')
      : refuse('unknown_key', cause);
  }
}

function readClaims(payload: Uint8Array): { readonly ok: true; readonly claims: JwtClaims } | RejectedToken {
  try {
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    return isObject(claims) ? { ok: true, claims } : refuse('malformed');
  } catch {
    return refuse('malformed');
  }
}
