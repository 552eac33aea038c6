import {
  byteCount,
  checkNumber,
  checkStrings,
  type Filled,
  type NamesOf,
  StartupError,
  wholeTimer,
} from '@toolwire/internal';
import { isUrlHost } from './private-address.ts';

/** Options for the connection to an API. */
export interface ConnectionOptions {
  /** Hosts without ports that may have private addresses, such as `['api.internal']`. The host of `baseUrl` is always allowed. */
  readonly privateHosts?: readonly string[] | undefined;
  /**
   * The header that carries the idempotency key of a write. Default: `Idempotency-Key`. `false` sends none. If you set it for
   * `toolsFromOpenApi()`, a write whose connection broke may be retried.
   */
  readonly idempotencyHeader?: string | false | undefined;
  /** How long the API may take for a response, in milliseconds. Default: 30 seconds. */
  readonly timeoutMs?: number | undefined;
  /** The largest response to read, in bytes. Default: 10 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /** The longest result, in characters of JSON. Default: 50,000. */
  readonly maxResultCharacters?: number | undefined;
}

/** The header that carries the idempotency key, unless the options name another one. */
export const defaultIdempotencyHeader = 'Idempotency-Key';

/** The names of the options for the connection to an API. */
export const connectionNames: NamesOf<ConnectionOptions> = {
  privateHosts: true,
  idempotencyHeader: true,
  timeoutMs: true,
  maxResponseBytes: true,
  maxResultCharacters: true,
};

/** Checks options, and fills in the defaults. */
export function readConnection(options: ConnectionOptions): Filled<Omit<ConnectionOptions, 'idempotencyHeader'>> {
  const {
    privateHosts = [],
    timeoutMs = 30_000,
    maxResponseBytes = 10 * 1024 * 1024,
    maxResultCharacters = 50_000,
  } = options;
  checkHosts(privateHosts);
  return {
    privateHosts,
    timeoutMs: checkNumber('timeoutMs', timeoutMs, wholeTimer),
    maxResponseBytes: checkNumber('maxResponseBytes', maxResponseBytes, byteCount),
    maxResultCharacters: checkNumber('maxResultCharacters', maxResultCharacters, { whole: true, from: 1 }),
  };
}

function checkHosts(privateHosts: readonly string[]): void {
  checkStrings('privateHosts', privateHosts, "['api.internal']");
  for (const [index, host] of privateHosts.entries()) {
    if (isUrlHost(host)) continue;
    throw new StartupError(
      'TW_OPTION_URL',
      `privateHosts[${index}] must be a host as in URLs, without scheme, port and path, such as 'api.internal'.`,
    );
  }
}
