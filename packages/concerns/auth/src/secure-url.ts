/** Returns whether a valid URL uses https. */
export function isHttps(url: string): boolean {
  return new URL(url).protocol === 'https:';
}

/** Returns whether an issuer's metadata can be fetched: an https URL without a query (RFC 8414, section 2). */
export function isIssuerUrl(issuer: string): boolean {
  return isSecureUrl(issuer) && !/[?#]/.test(issuer);
}

/** Returns whether responses cannot be changed in transit: https, or http on this machine. */
export function isSecureUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Errors quote the URL, so it must not contain a password; `fetch` rejects such URLs, too.
  if (url?.username || url?.password) return false;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

const loopback =
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){1,3}|\[?(?:::1|(?:0{1,4}:){7}0{0,3}1|::ffff:127(?:\.\d{1,3}){3})\]?)$/i;

/** Returns whether a host name or address is only reachable from the same machine. */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
