import { checkNames, checkStrings, type NamesOf, StartupError } from '@toolwire/internal';
import { anyOf } from '../any-of.ts';
import { bearerVerifier, rejectToken } from '../token/bearer-token.ts';
import type { Verifier } from '../verifier.ts';
import { createApiKeyFinder, type FindApiKey } from './api-key-finder.ts';
import { type ApiKeys, readApiKeys } from './read-api-keys.ts';

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

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;

const optionNames: NamesOf<ApiKeyOptions> = { keys: true, headers: true, acceptAsBearer: true, allowShortKeys: true };

/** Authenticates callers with an API key in a header. */
export function apiKey(options: ApiKeyOptions): Verifier {
  checkNames('apiKey()', options, optionNames);
  // The header of Open Tool Calling, and of its predecessor (E42).
  const { headers = ['OTC-API-Key', 'OXP-API-Key'] } = options;
  checkStrings('headers', headers, "['X-API-Key']");
  if (headers.length === 0 && options.acceptAsBearer !== true) {
    throw new StartupError(
      'TW_VERIFIERS',
      'apiKey() got no headers, so every request would be denied. Pass a header, or set acceptAsBearer.',
    );
  }
  const find = createApiKeyFinder(readApiKeys(options.keys, options.allowShortKeys === true));
  const inBearer = options.acceptAsBearer === true ? [keyAsBearer(find)] : [];
  return anyOf(...headers.map((header) => keyInHeader(header, find)), ...inBearer);
}

function keyInHeader(name: string, find: FindApiKey): Verifier {
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

function keyAsBearer(find: FindApiKey): Verifier {
  return bearerVerifier('api-key', (token) => {
    const result = find(token);
    return result.state === 'rejected' ? rejectToken(result.reason ?? 'unknown_api_key') : result;
  });
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
