import { isLoopback } from './loopback.ts';

/** Whether an issuer can be asked at its own name: https, and no query (RFC 8414, section 2). */
export function isIssuerAddress(issuer: string): boolean {
  return isSafeAddress(issuer) && !/[?#]/.test(issuer);
}

/** Whether nobody on the way can change what an address answers: https, or this very machine. */
export function isSafeAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // Addresses stand in errors, where a password would be read; and fetch takes none that has one.
  if (url?.username || url?.password) return false;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}
