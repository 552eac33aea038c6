import { toBase64Url } from '@toolwire/internal';
import type { SignedText } from '../elicitation/signed-text.ts';
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

/** Creates session ids from signed text. */
export function createSessionIds(signedText: SignedText): SessionIds {
  return {
    make(session, owner) {
      const name = toBase64Url(crypto.getRandomValues(new Uint8Array(12)));
      // Base64url on both sides of the dot. MCP-SESS-01
      return signedText.sign([name, Math.floor(Date.now() / 1000), ...encodePayload(session)], purposeOf(owner));
    },
    async read(id, owner) {
      const content = await signedText.open(id, purposeOf(owner));
      if (!Array.isArray(content)) return undefined;
      const [name, issuedAt, ...written] = content as readonly unknown[];
      const session = decodePayload(written);
      if (session === undefined || typeof name !== 'string' || typeof issuedAt !== 'number') return undefined;
      return { ...session, name, issuedAt: issuedAt * 1000 };
    },
  };
}

// The owner is signed but not included, so the id is useless to other callers and doesn't identify the owner.
function purposeOf(owner: string | undefined): string {
  return `mcp session ${owner === undefined ? '-' : `=${owner}`}`;
}
