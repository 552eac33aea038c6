import { fromBase64Url, toBase64Url } from '@toolwire/internal';
import { importHmacKey } from '../elicitation/request-state.ts';
import { decodePayload, encodePayload, type SessionPayload } from './session-payload.ts';

/** The verified content of a session id. */
export interface SignedSession extends SessionPayload {
  /** A unique name. */
  readonly name: string;
  /** The time of creation, in milliseconds. */
  readonly issuedAt: number;
}

/** Creates and verifies session ids. The signed id contains the whole session and is bound to its owner. */
export interface SessionIds {
  make(session: SessionPayload, owner: string | undefined): Promise<string>;
  /** Returns `undefined` for an id with a different signature or owner. */
  read(id: string, owner: string | undefined): Promise<SignedSession | undefined>;
}

/** The maximum length of an id. */
export const maxSessionIdLength = 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const shape = /^[\w-]{1,900}\.[\w-]{43}$/;

/** The first secret signs, and all are accepted. Without secrets, a random key is used until the process exits. */
export function createSessionIds(secrets: readonly string[]): SessionIds {
  const keySources: readonly (string | undefined)[] = secrets.length === 0 ? [undefined] : secrets;
  let keys: Promise<readonly CryptoKey[]> | undefined;
  const getKeys = (): Promise<readonly CryptoKey[]> => {
    keys ??= Promise.all(keySources.map(importHmacKey));
    return keys;
  };
  return {
    async make(session, owner) {
      const name = toBase64Url(crypto.getRandomValues(new Uint8Array(12)));
      const issuedAt = Math.floor(Date.now() / 1000);
      const payload = toBase64Url(encoder.encode(JSON.stringify([name, issuedAt, ...encodePayload(session)])));
      const [key] = await getKeys();
      if (key === undefined) throw new Error('No key to sign session IDs');
      const signature = await crypto.subtle.sign('HMAC', key, signedBytes(payload, owner));
      // Base64url on both sides of the dot. MCP-SESS-01
      return `${payload}.${toBase64Url(new Uint8Array(signature))}`;
    },
    async read(id, owner) {
      if (!shape.test(id)) return undefined;
      const [payload = '', signed = ''] = id.split('.');
      const signature = fromBase64Url(signed);
      // Rejects alternative encodings of the same bytes.
      if (signature === undefined || toBase64Url(signature) !== signed) return undefined;
      const bytes = signedBytes(payload, owner);
      for (const key of await getKeys()) {
        // Compared in constant time. MCP-SESS-02
        if (await crypto.subtle.verify('HMAC', key, signature, bytes)) return readPayload(payload);
      }
      return undefined;
    },
  };
}

// The owner is signed but not included, so the id is useless to other callers and doesn't identify the owner. The prefix
// differs from request states, which may be signed with the same secret.
function signedBytes(payload: string, owner: string | undefined): Uint8Array<ArrayBuffer> {
  return encoder.encode(`mcp session ${payload} ${owner === undefined ? '-' : `=${owner}`}`);
}

function readPayload(payload: string): SignedSession | undefined {
  const bytes = fromBase64Url(payload);
  if (bytes === undefined) return undefined;
  // The signature proves that the server wrote this JSON.
  const content = JSON.parse(decoder.decode(bytes)) as unknown;
  if (!Array.isArray(content)) return undefined;
  const [name, issuedAt, ...written] = content as readonly unknown[];
  const session = decodePayload(written);
  if (session === undefined || typeof name !== 'string' || typeof issuedAt !== 'number') return undefined;
  return { ...session, name, issuedAt: issuedAt * 1000 };
}
