import { CompactSign, SignJWT } from 'jose';

/** 32 bytes, the minimum for HS256. */
export const secret = 'secret-of-exactly-32-characters!';

/** The current time in seconds, as in tokens. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** A token that expires in a minute, by default signed with HS256 and the secret. */
export function signed(
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
  key: Parameters<SignJWT['sign']>[0] = new TextEncoder().encode(secret),
): Promise<string> {
  return new SignJWT({ sub: 'ada', exp: now() + 60, ...claims })
    .setProtectedHeader({ alg: 'HS256', ...header })
    .sign(key);
}

/** A token with exactly these bytes as payload. */
export function signedText(payload: string | Uint8Array): Promise<string> {
  const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
  return new CompactSign(bytes).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));
}

/** Text in base64url, as the parts of a token are written. */
export function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
