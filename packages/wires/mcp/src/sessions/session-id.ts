import { fromBase64Url, toBase64Url } from '../signing/base64-url.ts';
import { importHmacKey } from '../signing/hmac-key.ts';
import { readFacts, type SessionFacts, writeFacts } from './session-facts.ts';

/** A session as its id tells of it. */
export interface SignedSession extends SessionFacts {
  /** Names it, as no other is named. */
  readonly name: string;
  /** When it was made, in milliseconds. */
  readonly madeAt: number;
}

/** Writes and reads the ids of sessions: all there is to know of one stands in its id, signed for whoever began it. */
export interface SessionIds {
  make(facts: SessionFacts, owner: string | undefined): Promise<string>;
  /** `undefined` for an id that was not made with one of the secrets, or not for this owner. */
  read(id: string, owner: string | undefined): Promise<SignedSession | undefined>;
}

/** The most characters of an id. */
export const longestSessionId = 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const shape = /^[\w-]{1,900}\.[\w-]{43}$/;

/** Makes the ids: the first secret signs, all are accepted; without any there is a key of this process. */
export function createSessionIds(secrets: readonly string[]): SessionIds {
  const given: readonly (string | undefined)[] = secrets.length === 0 ? [undefined] : secrets;
  let keys: Promise<readonly CryptoKey[]> | undefined;
  const keysOnce = (): Promise<readonly CryptoKey[]> => {
    keys ??= Promise.all(given.map(importHmacKey));
    return keys;
  };
  return {
    async make(facts, owner) {
      const name = toBase64Url(crypto.getRandomValues(new Uint8Array(12)));
      const madeAt = Math.floor(Date.now() / 1000);
      const payload = toBase64Url(encoder.encode(JSON.stringify([name, madeAt, ...writeFacts(facts)])));
      const [key] = await keysOnce();
      if (key === undefined) throw new Error('There is a key');
      const signature = await crypto.subtle.sign('HMAC', key, signedBytes(payload, owner));
      // MCP-SESS-01: base64url on both sides of the dot.
      return `${payload}.${toBase64Url(new Uint8Array(signature))}`;
    },
    async read(id, owner) {
      if (!shape.test(id)) return undefined;
      const [payload = '', signed = ''] = id.split('.');
      const signature = fromBase64Url(signed);
      // Two texts may stand for the same bytes, and one id is enough.
      if (signature === undefined || toBase64Url(signature) !== signed) return undefined;
      const bytes = signedBytes(payload, owner);
      for (const key of await keysOnce()) {
        // MCP-SESS-02: compared at full width, whatever is right of it.
        if (await crypto.subtle.verify('HMAC', key, signature, bytes)) return readPayload(payload);
      }
      return undefined;
    },
  };
}

// Whoever began it is signed and not written: an id is worth nothing in other hands, and tells nobody who that is. States of
// calls, which the same secret may sign, begin otherwise.
function signedBytes(payload: string, owner: string | undefined): Uint8Array<ArrayBuffer> {
  return encoder.encode(`mcp session ${payload} ${owner === undefined ? '-' : `=${owner}`}`);
}

function readPayload(payload: string): SignedSession | undefined {
  const bytes = fromBase64Url(payload);
  if (bytes === undefined) return undefined;
  // Signed here, so it is JSON.
  const content = JSON.parse(decoder.decode(bytes)) as unknown;
  if (!Array.isArray(content)) return undefined;
  const [name, madeAt, ...written] = content as readonly unknown[];
  const facts = readFacts(written);
  if (facts === undefined || typeof name !== 'string' || typeof madeAt !== 'number') return undefined;
  return { ...facts, name, madeAt: madeAt * 1000 };
}
