import { fromBase64Url, toBase64Url } from '@toolwire/internal';

/** Signs JSON that clients store and return. */
export interface Signer {
  /** Returns the content and its signature in base64url, with a dot in between. */
  sign(content: unknown, purpose: string): Promise<string>;
  /** Returns the content. `undefined` if the text was not signed, or signed for another purpose. */
  open(text: string, purpose: string): Promise<unknown>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const shape = /^[\w-]+\.[\w-]{43}$/;

/** The first secret signs, and all are accepted. Without secrets, a random key is used until the process exits. */
export function createSigner(secrets: readonly string[]): Signer {
  let keys: readonly [Promise<CryptoKey>, ...(readonly Promise<CryptoKey>[])] | undefined;
  // On first use, since some runtimes have no random values before the first request.
  const getKeys = (): NonNullable<typeof keys> => {
    const [first, ...others] = secrets;
    keys ??= [importKey(first), ...others.map(importKey)];
    return keys;
  };
  return {
    async sign(content, purpose) {
      const payload = toBase64Url(encoder.encode(JSON.stringify(content)));
      const signature = await crypto.subtle.sign('HMAC', await getKeys()[0], signedBytes(payload, purpose));
      return `${payload}.${toBase64Url(new Uint8Array(signature))}`;
    },
    async open(text, purpose) {
      if (!shape.test(text)) return undefined;
      const [payload = '', signed = ''] = text.split('.');
      const signature = fromBase64Url(signed);
      // Rejects alternative encodings of the same bytes.
      if (signature === undefined || toBase64Url(signature) !== signed) return undefined;
      const bytes = signedBytes(payload, purpose);
      for (const key of getKeys()) {
        // Compared in constant time. MCP-SESS-02
        if (await crypto.subtle.verify('HMAC', await key, signature, bytes)) return contentOf(payload);
      }
      return undefined;
    },
  };
}

// The purpose is signed but not included. The payload contains no spaces, so the two can't be confused.
function signedBytes(payload: string, purpose: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(`${purpose} ${payload}`);
}

// The signature proves that the server wrote this JSON.
function contentOf(payload: string): unknown {
  const bytes = fromBase64Url(payload);
  return bytes && (JSON.parse(decoder.decode(bytes)) as unknown);
}

function importKey(secret: string | undefined): Promise<CryptoKey> {
  const bytes = secret === undefined ? crypto.getRandomValues(new Uint8Array(32)) : encoder.encode(secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}
