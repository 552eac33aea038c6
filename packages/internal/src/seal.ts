import { type ReadKey, readSealKeys, type SealKeys } from './seal-keys.ts';
import { fromBase64Url, toBase64Url } from './text-encoding.ts';

/** Encrypts text and binds it to a place, such as a record ID: it can't be decrypted for another place. */
export interface Seal {
  seal(place: string, text: string): Promise<string>;
  /** `undefined` if no key fits, the place differs, or the text was changed. */
  open(place: string, sealed: string): Promise<string | undefined>;
}

// NIST SP 800-38D, 8.2.2: 96 random bits.
const nonceBytes = 12;
const utf8 = new TextEncoder();

/** Creates a seal with AES-256-GCM; `owner` names it in errors. The first key encrypts; the key ID selects the key to decrypt. */
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
