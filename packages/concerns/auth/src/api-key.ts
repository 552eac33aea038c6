import { checkNames, type NamesOf, StartUpError } from '@toolwire/internal';
import { anyOf } from './any-of.ts';
import { readBearerToken } from './bearer-token.ts';
import { createKeyedHash, type KeyedHash } from './keyed-hash.ts';
import { type ApiKeys, type KnownKey, readApiKeys } from './known-keys.ts';
import { refuseToken } from './refused-token.ts';
import { isSameText } from './same-text.ts';
import type { Verified, Verifier } from './verifier.ts';

/** Which keys are good, and where callers put them. */
export interface ApiKeyOptions {
  /** A list of keys with their principals, or principal id to key or keys. */
  readonly keys: ApiKeys;
  /** The headers a key may come in; `OTC-API-Key` and `OXP-API-Key` if left out. */
  readonly headers?: readonly string[] | undefined;
  /** Takes a key as `Authorization: Bearer <key>` too, as some clients send it. */
  readonly acceptAsBearer?: boolean | undefined;
  /** Allows keys of fewer than 32 characters. */
  readonly allowShortKeys?: boolean | undefined;
}

type FindKey = (text: string) => Verified;

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;

const optionNames: NamesOf<ApiKeyOptions> = { keys: true, headers: true, acceptAsBearer: true, allowShortKeys: true };

/** Authenticates callers by an API key in a header. */
export function apiKey(options: ApiKeyOptions): Verifier {
  checkNames('apiKey()', options, optionNames);
  // E42: the header's name in Open Tool Calling, and the one of the protocol it was before
  const { headers = ['OTC-API-Key', 'OXP-API-Key'], acceptAsBearer = false } = options;
  const find = keyFinder(readApiKeys(options.keys, options.allowShortKeys === true));
  return anyOf(
    ...headers.map((header) => keyInHeader(header, find)),
    // E63
    ...(acceptAsBearer ? [keyAsBearer(find)] : []),
  );
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
  return {
    scheme: 'api-key',
    challenge: 'Bearer',
    header: 'authorization',
    verify: (credentials) => {
      const bearer = readBearerToken(credentials.header('authorization'));
      if (bearer.state === 'absent') return { state: 'absent' };
      if (bearer.state === 'malformed') return { state: 'rejected', reason: 'not_bearer' };
      const found = find(bearer.token);
      return found.state === 'rejected' ? refuseToken(found.reason ?? 'unknown_api_key') : found;
    },
  };
}

/**
 * Finds the one key that may fit by a keyed hash, and compares with it at full width and to the end: the time tells neither how far a
 * text fits nor which key it came near, and does not grow with the number of keys.
 */
function keyFinder(known: readonly [KnownKey, ...KnownKey[]]): FindKey {
  const width = Math.max(...known.map(({ key }) => key.length));
  const { hash, byHash } = indexed(known, width);
  return (text) => {
    // Where none may fit, one is compared all the same.
    const near = byHash.get(hash(text)) ?? known[0];
    // OTC-AUTH-04
    return isSameText(text, near.key, width)
      ? { state: 'accepted', principal: near.principal }
      : { state: 'rejected', reason: 'unknown_api_key' };
  };
}

interface KeyIndex {
  readonly hash: KeyedHash;
  readonly byHash: ReadonlyMap<number, KnownKey>;
}

/** Two keys with one hash happen to nobody in a lifetime; who gets there draws another random key for it. */
function indexed(known: readonly KnownKey[], width: number): KeyIndex {
  const hash = createKeyedHash(width);
  const byHash = new Map(known.map((one) => [hash(one.key), one]));
  return byHash.size === known.length ? { hash, byHash } : indexed(known, width);
}

function checkHeaderName(name: string): void {
  if (!headerName.test(name)) {
    throw new StartUpError('TW_OPTION_TYPE', `'${name}' is no name of a header. Use one such as 'X-API-Key'.`);
  }
  if (name.toLowerCase() === 'authorization') {
    throw new StartUpError(
      'TW_OPTION_TYPE',
      "An API key cannot be all of Authorization. Set acceptAsBearer to take it as 'Bearer <key>'.",
    );
  }
}
