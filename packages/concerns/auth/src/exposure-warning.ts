import { checkNames, isLoopback, type NamesOf, parseUrl } from '@toolwire/internal';

/** Options of `exposureWarning()`. */
interface Exposure {
  /** The address that the server listens on; by default all addresses of the machine. */
  readonly host?: string | undefined;
  /** Whether callers must authenticate. */
  readonly authenticated: boolean;
}

const exposureNames: NamesOf<Exposure> = { host: true, authenticated: true };

/** Returns a warning if the server accepts unauthenticated calls from other machines, else `undefined` (OTC-AUTH-01). */
export function exposureWarning(options: Exposure): string | undefined {
  checkNames('exposureWarning()', options, exposureNames);
  const { host, authenticated } = options;
  if (authenticated || (host && isLoopbackHost(host))) {
    return undefined;
  }
  return `The server listens on ${host || 'all addresses'} without authentication: any client that can reach it can call every tool. Set an API key or a JWT secret, or listen on 127.0.0.1.`;
}

function isLoopbackHost(host: string): boolean {
  // An IPv6 address has brackets in a URL.
  const url = parseUrl(`http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`);
  return url !== undefined && isLoopback(url);
}
