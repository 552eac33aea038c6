import { StartupError } from '../options/startup-error.ts';
import { fromBase64Url, fromHex, toBase64Url } from '../values/text-encoding.ts';

/** Encrypts text and binds it to its record: with the binding of another record it can't be decrypted. */
export interface Seal {
  seal(binding: string, text: string): Promise<string>;
  /** `undefined` if no key fits, the binding differs, or the text was changed. */
  open(binding: string, sealed: string): Promise<string | undefined>;
}

// NIST SP 800-38D, 8.2.2: 96 random bits.
const nonceBytes = 12;
const encoder = new TextEncoder();
// Keeps a byte order mark at the start of the text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Creates a seal with AES-256-GCM from the keys of an option. The first key encrypts; the key ID selects the key to decrypt. */
export function createSeal(keys: SealKeys, option = 'keys'): Seal {
  const decodedKeys = readSealKeys(keys, option);
  const [firstKey] = decodedKeys;
  const cryptoKeys = new Map<string, Promise<CryptoKey>>();
  const cryptoKeyOf = ({ id, bytes }: DecodedKey): Promise<CryptoKey> => {
    const key = cryptoKeys.get(id) ?? crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
    cryptoKeys.set(id, key);
    return key;
  };
  return {
    async seal(binding, text) {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const ciphertext = await crypto.subtle.encrypt(
        cipherParams(nonce, firstKey.id, binding),
        await cryptoKeyOf(firstKey),
        encoder.encode(text),
      );
      return [firstKey.id, toBase64Url(nonce), toBase64Url(new Uint8Array(ciphertext))].join('.');
    },
    async open(binding, sealed) {
      const [keyId = '', encodedNonce = '', encodedCiphertext = '', ...rest] = sealed.split('.');
      const key = decodedKeys.find(({ id }) => id === keyId);
      const nonce = fromBase64Url(encodedNonce);
      const ciphertext = fromBase64Url(encodedCiphertext);
      if (rest.length > 0 || key === undefined) return undefined;
      if (nonce?.length !== nonceBytes || ciphertext === undefined) return undefined;
      const plaintext = await crypto.subtle
        .decrypt(cipherParams(nonce, keyId, binding), await cryptoKeyOf(key), ciphertext)
        .catch(() => undefined);
      return plaintext && decoder.decode(plaintext);
    },
  };
}

/** Encrypts a value as JSON. */
export function sealJson(seal: Seal, binding: string, value: unknown): Promise<string> {
  return seal.seal(binding, JSON.stringify(value));
}

/** Decrypts a value of `sealJson()`; `undefined` if it was changed, or encrypted with a removed key or for another binding. */
export async function openJson<Value>(seal: Seal, binding: string, sealed: string): Promise<Value | undefined> {
  const text = await seal.open(binding, sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Value);
}

function cipherParams(iv: Uint8Array<ArrayBuffer>, keyId: string, binding: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: encoder.encode(JSON.stringify([keyId, binding])) };
}

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
interface DecodedKey {
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const keyBytes = 32;

/** Decodes the keys of an option; throws for weak or invalid ones. */
function readSealKeys(keys: SealKeys, option: string): readonly [DecodedKey, ...DecodedKey[]] {
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
