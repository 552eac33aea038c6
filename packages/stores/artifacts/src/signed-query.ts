import { StartUpError } from '@toolwire/internal';

/** The artifact of a URL, and its expiry. */
interface Ticket {
  readonly id: string;
  readonly expiresAt: number;
}

/** Whether a URL has a valid signature and has not expired. */
type CheckedTicket =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly problem: 'forged' | 'expired' };

/** Signs and verifies URLs. */
export interface SignedQueries {
  sign(ticket: Ticket): Promise<string>;
  check(query: string, now: number): Promise<CheckedTicket>;
}

/** Creates queries such as `id=…&expires=…&signature=…`, signed with HMAC-SHA256. */
export function createSignedQueries(secret: string | Uint8Array | (() => Promise<Uint8Array>)): SignedQueries {
  const keyNow = typeof secret === 'function' ? lazyKey(secret) : eagerKey(secret);
  const signed = ({ id, expiresAt }: Ticket): Uint8Array<ArrayBuffer> =>
    new TextEncoder().encode(JSON.stringify([id, expiresAt]));

  return {
    async sign(ticket) {
      const signature = await crypto.subtle.sign('HMAC', await keyNow(), signed(ticket));
      return `id=${ticket.id}&expires=${ticket.expiresAt}&signature=${hexOf(new Uint8Array(signature))}`;
    },
    async check(query, now) {
      const fields = new URLSearchParams(query);
      const ticket = { id: fields.get('id') ?? '', expiresAt: Number(fields.get('expires') ?? Number.NaN) };
      const signature = bytesOfHex(fields.get('signature') ?? '');
      // WebCrypto compares in constant time.
      const isValid = await crypto.subtle.verify('HMAC', await keyNow(), signature, signed(ticket));
      if (!isValid) return { ok: false, problem: 'forged' };
      return ticket.expiresAt <= now ? { ok: false, problem: 'expired' } : { ok: true, id: ticket.id };
    },
  };
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOfHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[0-9a-f]{64}$/.test(text)) return new Uint8Array();
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function eagerKey(secret: string | Uint8Array): () => Promise<CryptoKey> {
  const key = keyOf(typeof secret === 'string' ? new TextEncoder().encode(secret) : Uint8Array.from(secret));
  return () => key;
}

/** Reads the secret on first use, and again after a failure. */
function lazyKey(secret: () => Promise<Uint8Array>): () => Promise<CryptoKey> {
  let key: Promise<CryptoKey> | undefined;
  return () => {
    key ??= secret()
      .then((bytes) => keyOf(Uint8Array.from(bytes)))
      .catch((error: unknown) => {
        key = undefined;
        throw error;
      });
    return key;
  };
}

function keyOf(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  if (bytes.length < 32) {
    throw new StartUpError('TW_CREDENTIAL_SHORT', 'The secret of artifacts must have at least 32 bytes.');
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}
