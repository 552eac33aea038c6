import { fromHex, StartupError, toHex } from '@toolwire/internal';

/** The artifact of a URL, and its expiry. */
interface Ticket {
  readonly id: string;
  readonly expiresAt: number;
}

/** Whether a URL has a valid signature and has not expired. */
type CheckedTicket = ({ readonly ok: true } & Ticket) | { readonly ok: false; readonly problem: 'forged' | 'expired' };

/** What a URL is for: the URL of a download uploads nothing, and the other way around. */
type Purpose = 'download' | 'upload';

/** Signs and verifies URLs. */
export interface SignedQueries {
  /** Returns a query with a signature, which is valid only for its purpose. */
  sign(purpose: Purpose, ticket: Ticket): Promise<string>;
  check(purpose: Purpose, query: string): Promise<CheckedTicket>;
  /** Returns the ID that follows from the parts, in the form of a UUID. Without the secret it can't be computed. */
  idFor(parts: readonly (string | null)[]): Promise<string>;
}

/** Creates queries such as `id=…&expires=…&signature=…`, signed with HMAC-SHA256. */
export function createSignedQueries(secret: string | Uint8Array | (() => Promise<Uint8Array>)): SignedQueries {
  const keyNow = typeof secret === 'function' ? lazyKey(secret) : keyOfOption(secret);
  const signed = (purpose: Purpose, { id, expiresAt }: Ticket): Uint8Array<ArrayBuffer> =>
    new TextEncoder().encode(JSON.stringify([purpose, id, expiresAt]));

  return {
    async sign(purpose, ticket) {
      const signature = await crypto.subtle.sign('HMAC', await keyNow(), signed(purpose, ticket));
      return `id=${ticket.id}&expires=${ticket.expiresAt}&signature=${toHex(new Uint8Array(signature))}`;
    },
    async check(purpose, query) {
      const fields = new URLSearchParams(query);
      const ticket = { id: fields.get('id') ?? '', expiresAt: Number(fields.get('expires') ?? Number.NaN) };
      const signature = bytesOfSignature(fields.get('signature') ?? '');
      // WebCrypto compares in constant time.
      const isValid = await crypto.subtle.verify('HMAC', await keyNow(), signature, signed(purpose, ticket));
      if (!isValid) return { ok: false, problem: 'forged' };
      return ticket.expiresAt <= Date.now() ? { ok: false, problem: 'expired' } : { ok: true, ...ticket };
    },
    async idFor(parts) {
      // An object, which no signed text is.
      const text = new TextEncoder().encode(JSON.stringify({ parts }));
      const digest = toHex(new Uint8Array(await crypto.subtle.sign('HMAC', await keyNow(), text)));
      return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
    },
  };
}

function bytesOfSignature(text: string): Uint8Array<ArrayBuffer> {
  return /^[0-9a-f]{64}$/.test(text) ? fromHex(text) : new Uint8Array();
}

/** Checks the secret at once, and imports it on first use. */
function keyOfOption(secret: string | Uint8Array): () => Promise<CryptoKey> {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : Uint8Array.from(secret);
  checkLength(bytes);
  return lazyKey(() => Promise.resolve(bytes));
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

function checkLength({ length }: Uint8Array): void {
  if (length >= 32) return;
  throw new StartupError('TW_CREDENTIAL_SHORT', 'The secret of artifacts must have at least 32 bytes.');
}

function keyOf(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  checkLength(bytes);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}
