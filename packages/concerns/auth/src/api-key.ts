import { checkNames, type NamesOf, StartupError } from '@toolwire/internal';
import { anyOf } from './any-of.ts';
import { bearerVerifier, rejectToken } from './bearer-token.ts';
import { createKeyedHash, type KeyedHash, timingSafeEqual } from './constant-time.ts';
import { type ApiKeys, type ParsedApiKey, readApiKeys } from './read-api-keys.ts';
import type { Verified, Verifier } from './verifier.ts';

/** Options of `apiKey()`. */
export interface ApiKeyOptions {
  /** A list of keys with their principals, or a record of principal ID to key or keys. */
  readonly keys: ApiKeys;
  /** The headers that may carry a key; default `OTC-API-Key` and `OXP-API-Key`. */
  readonly headers?: readonly string[] | undefined;
  /** Also accepts keys as `Authorization: Bearer <key>`. */
  readonly acceptAsBearer?: boolean | undefined;
  /** Allows keys with fewer than 32 characters. */
  readonly allowShortKeys?: boolean | undefined;
}

type FindKey = (text: string) => Verified;

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;

const optionNames: NamesOf<ApiKeyOptions> = { keys: true, headers: true, acceptAsBearer: true, allowShortKeys: true };

/** Authenticates callers with an API key in a header. */
export function apiKey(options: ApiKeyOptions): Verifier {
  checkNames('apiKey()', options, optionNames);
  // The header of Open Tool Calling, and of its predecessor (E42).
  const { headers = ['OTC-API-Key', 'OXP-API-Key'], acceptAsBearer = false } = options;
  const find = createApiKeyFinder(readApiKeys(options.keys, options.allowShortKeys === true));
  return anyOf(...headers.map((header) => keyInHeader(header, find)), ...(acceptAsBearer ? [keyAsBearer(find)] : []));
}

function keyInHeader(name: string, find: FindKey): Verifier {
  checkHeaderName(name);
  const header = name.toLowerCase();
  return {
    scheme: 'api-key',
    challenge: `ApiKey header="${name}"`,
    header,
    verify: (credentials) => {
      const text = credentials.header(header);
      return text === undefined ? { state: 'absent' } : find(text);
    },
  };
}

function keyAsBearer(find: FindKey): Verifier {
  return bearerVerifier('api-key', (token) => {
    const result = find(token);
    return result.state === 'rejected' ? rejectToken(result.reason ?? 'unknown_api_key') : result;
  });
}

/**
 * Finds a candidate with a keyed hash, and compares it in constant time. The response time reveals neither a matching
 * prefix nor the candidate, and does not grow with the number of keys (OTC-AUTH-04).
 */
function createApiKeyFinder(keys: readonly [ParsedApiKey, ...ParsedApiKey[]]): FindKey {
  const width = Math.max(...keys.map(({ key }) => key.length));
  let index: KeyIndex | undefined;
  return (text) => {
    // Created for the first caller, because Workers allow no random values at startup.
    index ??= createKeyIndex(keys, width);
    const { hash, byHash } = index;
    // Without a candidate the first key is compared, so that the time is the same.
    const candidate = byHash.get(hash(text)) ?? keys[0];
    return timingSafeEqual(text, candidate.key, width)
      ? { state: 'accepted', principal: candidate.principal }
      : { state: 'rejected', reason: 'unknown_api_key' };
  };
}

interface KeyIndex {
  readonly hash: KeyedHash;
  readonly byHash: ReadonlyMap<number, ParsedApiKey>;
}

/** Uses another random hash key in the very unlikely case of a collision. */
function createKeyIndex(keys: readonly ParsedApiKey[], width: number): KeyIndex {
  const hash = createKeyedHash(width);
  const byHash = new Map(keys.map((entry) => [hash(entry.key), entry]));
  return byHash.size === keys.length ? { hash, byHash } : createKeyIndex(keys, width);
}

function checkHeaderName(name: string): void {
  if (!headerName.test(name)) {
    throw new StartupError('TW_OPTION_TYPE', `'${name}' is not a header name. Pass a name such as 'X-API-Key'.`);
  }
  if (name.toLowerCase() === 'authorization') {
    throw new StartupError(
      'TW_OPTION_TYPE',
      "headers must not contain 'Authorization'. Remove it, and set acceptAsBearer to accept 'Authorization: Bearer <key>'.",
    );
  }
}
