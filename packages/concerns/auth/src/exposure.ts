import { checkNames, type NamesOf } from '@toolwire/internal';
import { isLoopback } from './loopback.ts';

/** Where a server listens, and whether its callers must authenticate. */
export interface Exposure {
  /** The address it is bound to; left out or empty, that is every address of the machine. */
  readonly host?: string | undefined;
  readonly authenticated: boolean;
}

const optionNames: NamesOf<Exposure> = { host: true, authenticated: true };

/** A sentence to show whoever starts a server that strangers can reach and call; `undefined` when all is well. */
// OTC-AUTH-01
export function exposureWarning(options: Exposure): string | undefined {
  checkNames('exposureWarning()', options, optionNames);
  const { host, authenticated } = options;
  if (authenticated || (host && isLoopback(host))) {
    return undefined;
  }
  return `The server listens on ${host || 'all addresses'} without authentication: whoever reaches it can call every tool. Set an API key or a JWT secret, or listen on 127.0.0.1.`;
}
