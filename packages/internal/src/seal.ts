import { fromBase64Url, toBase64Url } from './base64-url.ts';
import { type ReadKey, readSealKeys, type SealKeys } from './seal-keys.ts';

/** Encrypts texts for one place each: what was sealed for one cannot be opened at another. */
export interface Seal {
  seal(place: string, text: string): Promise<string>;
  /** `undefined` where the text was not sealed for this place by any of the keys, or was changed since. */
  open(place: string, sealed: string): Promise<string | undefined>;
}

// NIST SP 800-38D, 8.2.2: 96 random bits.
const nonceBytes = 12;
const utf8 = new TextEncoder();

/** Makes a seal of AES-256-GCM for a vault, or what else is named; the first key seals, every one opens what has its id. */
export function createSeal(keys: SealKeys, owner = 'vault'): Seal {
  const read = readSealKeys(keys, owner);
  const [{ id: firstId }] = read;
  const imported = new Map<string, Promise<CryptoKey>>();
  const keyOf = ({ id, bytes }: ReadKey): Promise<CryptoKey> => {
    const key = imported.get(id) ?? crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
    imported.set(id, key);
    return key;
  };
  return {
    async seal(place, text) {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const sealed = await crypto.subtle.encrypt(
        cipher(nonce, firstId, place),
        await keyOf(read[0]),
        utf8.encode(text),
      );
      return [firstId, toBase64Url(nonce), toBase64Url(new Uint8Array(sealed))].join('.');
    },
    async open(place, sealed) {
      const [id = '', nonceText = '', bodyText = '', ...rest] = sealed.split('.');
      const key = read.find((one) => one.id === id);
      const [nonce, body] = [fromBase64Url(nonceText), fromBase64Url(bodyText)];
      if (rest.length > 0 || key === undefined || nonce?.length !== nonceBytes || body === undefined) return undefined;
      const opened = await crypto.subtle
        .decrypt(cipher(nonce, id, place), await keyOf(key), body)
        .catch(() => undefined);
      return opened && new TextDecoder().decode(opened);
    },
  };
}

function cipher(iv: Uint8Array<ArrayBuffer>, id: string, place: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: utf8.encode(JSON.stringify([id, place])) };
}
