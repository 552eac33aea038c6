import { StartupError } from '../options/startup-error.ts';
import { fromBase64Url, fromHex } from '../values/text-encoding.ts';

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
export interface DecodedKey {
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const keyBytes = 32;

/** Decodes the keys of an option; throws for weak or invalid ones. */
export function readSealKeys(keys: SealKeys, option: string): readonly [DecodedKey, ...DecodedKey[]] {
  const list: readonly SealKey[] = Array.isArray(keys) ? keys : [];
  const [first, ...others] = list;
  if (first === undefined) {
    throw new StartupError(
      'TW_CREDENTIAL_MISSING',
      `${option} must contain at least one key, such as ${option}: [{ id: '2026-11', key: process.env.SEAL_KEY }].`,
    );
  }
  const read: readonly [DecodedKey, ...DecodedKey[]] = [
    decodeKey(first, option),
    ...others.map((key) => decodeKey(key, option)),
  ];
  const twice = read.find(({ id }, index) => read.findIndex((key) => key.id === id) < index);
  if (twice !== undefined) {
    throw new StartupError(
      'TW_CREDENTIAL_DUPLICATE',
      `Two keys in ${option} have the ID '${twice.id}'. Use a different ID for each key.`,
    );
  }
  return read;
}

function decodeKey(sealKey: SealKey | null | undefined, option: string): DecodedKey {
  const { id, key = '' }: Partial<SealKey> = sealKey ?? {};
  if (typeof id !== 'string' || !/^[\w-]{1,32}$/.test(id)) {
    throw new StartupError(
      'TW_OPTION_TYPE',
      `The id of a key in ${option} must have 1 to 32 characters (A-Z, a-z, 0-9, _ or -).`,
    );
  }
  if ((key ?? '').length === 0) {
    throw new StartupError(
      'TW_CREDENTIAL_MISSING',
      `The key '${id}' in ${option} is empty. Is its environment variable set?`,
    );
  }
  const bytes = typeof key === 'string' ? decode(key) : Uint8Array.from(key);
  if (bytes?.length !== keyBytes) {
    throw new StartupError(
      'TW_CREDENTIAL_INVALID',
      `The key '${id}' in ${option} must be ${keyBytes} bytes, as hex or base64. Create one with \`openssl rand -hex 32\`.`,
    );
  }
  return { id, bytes };
}

function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\da-f]{64}$/i.test(text)) {
    return fromBase64Url(text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'));
  }
  return fromHex(text);
}
