import type { Fields } from '@toolwire/core/wire';
import { toBase64Url } from '@toolwire/internal';
import {
  type ClientName,
  declaresCapability,
  encodeCapabilities,
  inputCapabilities,
  shortName,
} from '../elicitation/client-capabilities.ts';
import type { Signer } from '../elicitation/signer.ts';
import { legacyRevision, type Revision } from '../json-rpc/revisions.ts';

/** The client of a session. */
export interface SessionPayload {
  readonly revision: Revision;
  /** The declared capabilities for input requests. */
  readonly capabilities: Fields;
  readonly client: ClientName;
}

/** The verified content of a session ID. */
export interface SignedSession extends SessionPayload {
  /** A unique name. */
  readonly name: string;
  /** The time of creation, in milliseconds. */
  readonly issuedAt: number;
}

/** Creates and verifies session IDs. The signed ID contains the whole session and is bound to its owner. */
export interface SessionIds {
  make(session: SessionPayload, owner: string | undefined): Promise<string>;
  /** Returns `undefined` for an ID with a different signature or owner. */
  read(id: string, owner: string | undefined): Promise<SignedSession | undefined>;
}

/** The maximum length of an ID. */
export const maxSessionIdLength = 1024;

/** Creates session IDs, which contain their session and its signature. */
export function createSessionIds(signer: Signer): SessionIds {
  return {
    make(session, owner) {
      const name = toBase64Url(crypto.getRandomValues(new Uint8Array(12)));
      // Base64url on both sides of the dot. MCP-SESS-01
      return signer.sign([name, Math.floor(Date.now() / 1000), ...encodePayload(session)], purposeOf(owner));
    },
    async read(id, owner) {
      const content = await signer.open(id, purposeOf(owner));
      if (!Array.isArray(content)) return undefined;
      const [name, issuedAt, ...written] = content as readonly unknown[];
      const session = decodePayload(written);
      if (session === undefined || typeof name !== 'string' || typeof issuedAt !== 'number') return undefined;
      return { ...session, name, issuedAt: issuedAt * 1000 };
    },
  };
}

// The owner is signed but not included, so the ID is useless to other callers and doesn't identify the owner.
function purposeOf(owner: string | undefined): string {
  return `mcp session ${owner === undefined ? '-' : `=${owner}`}`;
}

// Other capabilities would make the ID too long for a header.
const encodedCapabilities = [...inputCapabilities.values()];

/** Encodes a payload compactly. */
function encodePayload({ revision, capabilities, client }: SessionPayload): readonly unknown[] {
  const bits = encodedCapabilities.reduce(
    (sum, capability, bit) => sum + (declaresCapability(capabilities, capability) ? 2 ** bit : 0),
    0,
  );
  const { name, version } = shortName(client);
  return [revision.version, bits, name, version];
}

/** Decodes a payload. `undefined` if another version of this package wrote it. */
function decodePayload([version, bits, name, clientVersion]: readonly unknown[]): SessionPayload | undefined {
  const revision = typeof version === 'string' ? legacyRevision(version) : undefined;
  if (revision === undefined || typeof bits !== 'number') return undefined;
  if (typeof name !== 'string' || typeof clientVersion !== 'string') return undefined;
  const declared = encodedCapabilities.filter((_capability, bit) => (bits & (2 ** bit)) !== 0);
  return { revision, capabilities: encodeCapabilities(declared), client: { name, version: clientVersion } };
}
