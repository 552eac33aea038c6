import * as oauth from 'oauth4webapi';

/** How authorization servers are asked. */
export interface Http {
  readonly signal: AbortSignal;
  // oxlint-disable-next-line typescript/no-deprecated -- so that it stands out: it is for this machine alone.
  readonly [oauth.allowInsecureRequests]: boolean;
}

const isHere = ({ hostname }: URL): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

/**
 * Whether an address that a server has named may be asked, or opened in a browser: over https, and over http on this machine alone, where
 * the server is here too. Anything else a system would open by another program, such as a file that it runs.
 */
export function isFit(address: string, resource: URL): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere(url) && isHere(resource));
}

/** Over https; over plain http on this machine alone, where the resource is here too. */
export function httpOptions(resource: URL, signal: AbortSignal): Http {
  // oxlint-disable-next-line typescript/no-deprecated -- so that it stands out: it is for this machine alone.
  return { signal, [oauth.allowInsecureRequests]: isHere(resource) };
}
