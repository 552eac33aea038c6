import * as oauth from 'oauth4webapi';

/** How authorization servers are asked. */
export interface Http {
  readonly signal: AbortSignal;
  // oxlint-disable-next-line typescript/no-deprecated -- so that it stands out: it is for this machine alone.
  readonly [oauth.allowInsecureRequests]: boolean;
}

/** Over https; over plain http on this machine alone, where the resource is here too. */
export function httpOptions({ hostname }: URL, signal: AbortSignal): Http {
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  // oxlint-disable-next-line typescript/no-deprecated -- so that it stands out: it is for this machine alone.
  return { signal, [oauth.allowInsecureRequests]: isHere };
}
