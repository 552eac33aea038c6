import { StartUpError } from '@toolwire/internal';
import type { Principal } from './principal.ts';

/** One key and whom it stands for; several keys may stand for one principal while a new one replaces the old. */
export interface ApiKey {
  readonly key: string;
  /** The caller's id, or the whole principal. */
  readonly principal: string | Principal;
}

/** The keys as a list, or as principal id to key or keys. */
export type ApiKeys = readonly ApiKey[] | Readonly<Record<string, string | readonly string[]>>;

/** A key that has passed the checks at set-up. */
export interface KnownKey {
  readonly key: string;
  readonly principal: Principal;
}

const shortestKey = 32;
// No comma: a header that came twice is joined by one, so it can never equal a key.
const keyCharacters = /^[\x21-\x2b\x2d-\x7e]+$/;

/** Reads the keys of an application and refuses, when it starts, those that could not work or could be guessed. */
export function readApiKeys(keys: ApiKeys, allowShortKeys: boolean): readonly [KnownKey, ...KnownKey[]] {
  const [first, ...others] = listed(keys).map(({ key, principal }) => ({
    key,
    principal: typeof principal === 'string' ? { id: principal } : principal,
  }));
  if (first === undefined) {
    throw new StartUpError(
      'TW_CREDENTIAL_MISSING',
      'apiKey() got no keys. Give at least one, such as keys: { ada: process.env.ADA_KEY }.',
    );
  }
  const known = [first, ...others] as const;
  const owners = new Map<string, string>();
  for (const [index, { key, principal }] of known.entries()) {
    const place = principal?.id ? `The API key of '${principal.id}'` : `API key ${index + 1}`;
    if (!principal?.id) {
      throw new StartUpError('TW_CREDENTIAL_MISSING', `${place} has no principal. Name whom it stands for.`);
    }
    checkKey(place, key, allowShortKeys);
    const owner = owners.get(key);
    if (owner !== undefined) {
      throw new StartUpError(
        'TW_CREDENTIAL_TWICE',
        `${place} is also the key of '${owner}'. Give each caller an own key.`,
      );
    }
    owners.set(key, principal.id);
  }
  return known;
}

function listed(keys: ApiKeys): readonly ApiKey[] {
  if (isList(keys)) {
    return keys;
  }
  return Object.entries(keys ?? {}).flatMap(([principal, one]) =>
    (isList(one) ? one : [one]).map((key) => ({ key, principal })),
  );
}

// Array.isArray alone makes it any[].
function isList<T>(value: readonly T[] | object | string): value is readonly T[] {
  return Array.isArray(value);
}

// No message repeats a key, not even a bad one: they end up in logs.
function checkKey(place: string, key: unknown, allowShortKeys: boolean): void {
  if (typeof key !== 'string' || key === '') {
    throw new StartUpError('TW_CREDENTIAL_MISSING', `${place} is missing. Is its environment variable set?`);
  }
  if (!keyCharacters.test(key)) {
    throw new StartUpError(
      'TW_CREDENTIAL_UNFIT',
      `${place} holds a space, a line break, a comma or a character outside ASCII, which a header cannot carry whole. Trim it, or make a new one.`,
    );
  }
  // OTC-AUTH-07
  if (key.length < shortestKey && !allowShortKeys) {
    throw new StartUpError(
      'TW_CREDENTIAL_SHORT',
      `${place} has ${key.length} characters. Use ${shortestKey} or more random ones, such as \`openssl rand -hex 32\` prints, or set allowShortKeys for tests.`,
    );
  }
}
