import { StartUpError } from './start-up-error.ts';
import { fromBase64Url } from './text-encoding.ts';

/** An encryption key. */
export interface SealKey {
  /** Identifies the key in encrypted values, such as `2026-11`. A new key needs a new ID. */
  readonly id: string;
  /** 32 random bytes: as bytes, in hex as `openssl rand -hex 32` prints them, or in base64. */
  readonly key: string | Uint8Array;
}

/** Encryption keys: the first one encrypts, each one decrypts. */
export type SealKeys = readonly [SealKey, ...SealKey[]];

/** A decoded key. */
export interface ReadKey {
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const keyBytes = 32;

/** Decodes keys; throws for weak or invalid ones. */
export function readSealKeys(keys: SealKeys, owner: string): readonly [ReadKey, ...ReadKey[]] {
  const given: readonly SealKey[] = Array.isArray(keys) ? keys : [];
  const [first, ...others] = given;
  if (first === undefined) {
    throw new StartUpError(
      'TW_CREDENTIAL_MISSING',
      `The ${owner} has no key. Pass one, such as keys: [{ id: '2026-11', key: process.env.SEAL_KEY }].`,
    );
  }
  const read: readonly [ReadKey, ...ReadKey[]] = [readKey(first, owner), ...others.map((one) => readKey(one, owner))];
  const twice = read.find(({ id }, place) => read.findIndex((one) => one.id === id) < place);
  if (twice !== undefined) {
    throw new StartUpError(
      'TW_CREDENTIAL_TWICE',
      `Two keys of the ${owner} have the ID '${twice.id}'. Use a different ID for each key.`,
    );
  }
  return read;
}

function readKey({ id, key }: SealKey, owner: string): ReadKey {
  if (typeof id !== 'string' || !/^[\w-]{1,32}$/.test(id)) {
    throw new StartUpError(
      'TW_OPTION_TYPE',
      `The id of a ${owner} key must have 1 to 32 characters (A-Z, a-z, 0-9, _ or -).`,
    );
  }
  if (key === undefined || key.length === 0) {
    throw new StartUpError(
      'TW_CREDENTIAL_MISSING',
      `The ${owner} key '${id}' is empty. Is its environment variable set?`,
    );
  }
  const bytes = typeof key === 'string' ? decode(key) : Uint8Array.from(key);
  if (bytes?.length !== keyBytes) {
    throw new StartUpError(
      'TW_CREDENTIAL_UNFIT',
      `The ${owner} key '${id}' must be ${keyBytes} bytes, as hex or base64. Create one with \`openssl rand -hex 32\`.`,
    );
  }
  return { id, bytes };
}

function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\da-f]{64}$/i.test(text)) {
    return fromBase64Url(text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'));
  }
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
