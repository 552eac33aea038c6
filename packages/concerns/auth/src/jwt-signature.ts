import { isObject } from '@toolwire/internal';
import { decode } from 'jose/base64url';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { JWSSignatureVerificationFailed } from 'jose/errors';
import { compactVerify } from 'jose/jws/compact/verify';
import { longestToken } from './bearer-token.ts';
import type { JwtClaims } from './jwt-options.ts';
import type { JwtRejection } from './jwt-rejection.ts';

/** The part of a token's header by which its key is found. */
export interface TokenHeader {
  readonly alg: string;
  readonly kid?: unknown;
}

/** A token is not good, and why. */
export interface Refusal {
  readonly ok: false;
  readonly reason: JwtRejection;
  readonly cause?: unknown;
}

/** The keys that may have signed a token; more than one when it names none of them. */
export type FoundKeys = { readonly ok: true; readonly keys: readonly CryptoKey[] } | Refusal;

/** What signatures a verifier takes: the algorithms are fixed here, and never by a token. */
export interface JwtSignatures {
  readonly algorithms: readonly string[];
  /** What is claimed has not been checked when the keys are looked for. */
  findKeys(header: TokenHeader, claimedIssuer: () => unknown): Promise<FoundKeys>;
}

// Three segments of canonical base64url: no padding, no stray bits in the last character, so a token has one spelling.
const segment = String.raw`(?:[\w-]{4})*(?:[\w-]{4}|[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])`;
// Nor a byte order mark before JSON, which some readers skip and others refuse (RFC 8259, 8.1).
const json = `(?!77u_)${segment}`;
const compactToken = new RegExp(`^${json}\\.${json}\\.${segment}$`);

/** Reads the claims of a token whose signature is good (OTC-AUTH-10); never rejects. */
export async function readSignedClaims(
  token: string,
  signatures: JwtSignatures,
): Promise<{ readonly ok: true; readonly claims: JwtClaims } | Refusal> {
  // Before anything is decoded: what is too long or of another shape costs no cryptography.
  if (token.length > longestToken) return refuse('too_long');
  if (!compactToken.test(token)) return refuse('malformed');
  const header = readHeader(token);
  if (header === undefined) return refuse('malformed');
  if (!isAllowed(header, signatures.algorithms)) return refuse('algorithm_not_allowed');
  // Nothing that a token could declare critical is understood here, so it must be refused (RFC 7515, 4.1.11).
  if (header.crit !== undefined) return refuse('critical_header');
  const found = await signatures.findKeys(header, () => readClaimedIssuer(token));
  if (!found.ok) return found;
  let refusal = refuse('unknown_key');
  for (const key of found.keys) {
    const verified = await verifySignature(token, key, signatures.algorithms);
    if (verified.ok) return readClaims(verified.payload);
    refusal = verified;
  }
  return refusal;
}

function refuse(reason: JwtRejection, cause?: unknown): Refusal {
  return { ok: false, reason, cause };
}

type Header = ReturnType<typeof decodeProtectedHeader>;

function readHeader(token: string): Header | undefined {
  try {
    return decodeProtectedHeader(token);
  } catch {
    // It is not JSON, or no object: the caller's mistake, with nothing in it for the log.
    return undefined;
  }
}

/** What a token says before its signature is known to be good, read as its claims are read afterwards. */
function readClaimedIssuer(token: string): unknown {
  const read = readClaims(decode(token.split('.')[1] ?? ''));
  return read.ok ? read.claims['iss'] : undefined;
}

function isAllowed(header: Header, algorithms: readonly string[]): header is Header & TokenHeader {
  return typeof header.alg === 'string' && algorithms.includes(header.alg);
}

async function verifySignature(
  token: string,
  key: CryptoKey,
  algorithms: readonly string[],
): Promise<{ readonly ok: true; readonly payload: Uint8Array } | Refusal> {
  try {
    const { payload } = await compactVerify(token, key, { algorithms: [...algorithms] });
    return { ok: true, payload };
  } catch (cause) {
    // Any other error is about the key, such as one that is too short, and its owner should read of it.
    return cause instanceof JWSSignatureVerificationFailed ? refuse('bad_signature') : refuse('unknown_key', cause);
  }
}

function readClaims(payload: Uint8Array): { readonly ok: true; readonly claims: JwtClaims } | Refusal {
  try {
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    return isObject(claims) ? { ok: true, claims } : refuse('malformed');
  } catch {
    return refuse('malformed');
  }
}
