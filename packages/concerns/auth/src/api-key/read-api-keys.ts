import { StartupError } from '@toolwire/internal';
import type { Principal } from '../verifier.ts';

/** A key and its principal; a principal may have several keys during a rotation. */
interface ApiKey {
  readonly key: string;
  /** The caller's ID, or the whole principal. */
  readonly principal: string | Principal;
}

/** A list of keys, or a record of principal ID to key or keys. */
export type ApiKeys = readonly ApiKey[] | Readonly<Record<string, string | readonly string[]>>;

/** A key that has passed the startup checks. */
export interface ParsedApiKey {
  readonly key: string;
  readonly principal: Principal;
}

const minKeyLength = 32;
// No comma: repeated headers are joined with one, so they never match a key.
const keyCharacters = /^[\x21-\x2b\x2d-\x7e]+$/;

/** Reads and checks the keys at startup; throws for unusable or guessable keys. */
export function readApiKeys(keys: ApiKeys, allowShortKeys: boolean): readonly [ParsedApiKey, ...ParsedApiKey[]] {
  if (typeof keys === 'string') {
    // Each of its characters would be a key.
    throw new StartupError('TW_OPTION_TYPE', 'keys must be a list, or an object such as { ada: process.env.ADA_KEY }.');
  }
  const [first, ...others] = toKeyList(keys).map(({ key, principal }) => ({
    key,
    principal: typeof principal === 'string' ? { id: principal } : principal,
  }));
  if (first === undefined) {
    throw new StartupError(
      'TW_CREDENTIAL_MISSING',
      'apiKey() got no keys. Pass at least one, such as keys: { ada: process.env.ADA_KEY }.',
    );
  }
  const parsedKeys = [first, ...others] as const;
  const owners = new Map<string, string>();
  for (const [index, { key, principal }] of parsedKeys.entries()) {
    const label = principal?.id ? `The API key of '${principal.id}'` : `API key ${index + 1}`;
    if (!principal?.id) {
      throw new StartupError(
        'TW_CREDENTIAL_MISSING',
        `${label} has no principal. Pass the ID of its caller as principal.`,
      );
    }
    checkKey(label, key, allowShortKeys);
    const owner = owners.get(key);
    if (owner !== undefined) {
      throw new StartupError(
        'TW_CREDENTIAL_DUPLICATE',
        `${label} is also the key of '${owner}'. Use a different key for each caller.`,
      );
    }
    owners.set(key, principal.id);
  }
  return parsedKeys;
}

function toKeyList(keys: ApiKeys): readonly ApiKey[] {
  if (Array.isArray(keys)) return keys as readonly ApiKey[];
  const keysById = (keys ?? {}) as Exclude<ApiKeys, readonly ApiKey[]>;
  return Object.entries(keysById).flatMap(([principal, keyOrKeys]) =>
    [keyOrKeys].flat().map((key) => ({ key, principal })),
  );
}

// Messages never repeat a key, because they end up in logs.
function checkKey(label: string, key: unknown, allowShortKeys: boolean): void {
  if (typeof key !== 'string' || key === '') {
    throw new StartupError('TW_CREDENTIAL_MISSING', `${label} is missing. Is its environment variable set?`);
  }
  if (!keyCharacters.test(key)) {
    throw new StartupError(
      'TW_CREDENTIAL_INVALID',
      `${label} contains a space, a line break, a comma or a non-ASCII character, which a header can't contain. Trim it, or create a new key.`,
    );
  }
  // Short keys can be guessed (OTC-AUTH-07).
  if (key.length < minKeyLength && !allowShortKeys) {
    throw new StartupError(
      'TW_CREDENTIAL_SHORT',
      `${label} has ${key.length} characters, and needs ${minKeyLength} or more, chosen at random. Create one with \`openssl rand -hex 32\`, or set allowShortKeys for tests.`,
    );
  }
}
