import { fromBase64Url, toBase64Url } from '../values/text-encoding.ts';
import { type DecodedKey, readSealKeys, type SealKeys } from './seal-keys.ts';

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
