import { anyOf } from './any-of.ts';
import { readBearerToken } from './bearer-token.ts';
import { type ApiKeys, type KnownKey, readApiKeys } from './known-keys.ts';
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

/** Authenticates callers by an API key in a header. */
export function apiKey(options: ApiKeyOptions): Verifier {
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
      return bearer.state === 'present' ? find(bearer.token) : { state: 'rejected', reason: 'not_bearer' };
    },
  };
}

/** Compares with every key, at full width and to the end, so that the time tells neither which one fits nor how far. */
function keyFinder(known: readonly KnownKey[]): FindKey {
  const width = Math.max(...known.map(({ key }) => key.length));
  return (text) => {
    let found: KnownKey | undefined;
    for (const one of known) {
      // OTC-AUTH-04
      if (isSameText(text, one.key, width)) found = one;
    }
    return found ? { state: 'accepted', principal: found.principal } : { state: 'rejected', reason: 'unknown_api_key' };
  };
}

function checkHeaderName(name: string): void {
  if (!headerName.test(name)) {
    throw new TypeError(`'${name}' is no name of a header. Use one such as 'X-API-Key'.`);
  }
  if (name.toLowerCase() === 'authorization') {
    throw new TypeError("An API key cannot be all of Authorization. Set acceptAsBearer to take it as 'Bearer <key>'.");
  }
}
