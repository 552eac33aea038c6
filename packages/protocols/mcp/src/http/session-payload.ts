import { type Fields, isObject } from '@toolwire/core/wire';
import { declaresCapability, inputCapabilities } from '../elicitation/client-capabilities.ts';
import { type ClientName, shortName } from '../elicitation/declared-client.ts';
import { legacyRevision, type Revision } from '../json-rpc/supported-revisions.ts';

/** The client of a session. */
export interface SessionPayload {
  readonly revision: Revision;
  /** The declared capabilities for input requests. */
  readonly capabilities: Fields;
  readonly client: ClientName;
}

// Other capabilities would make the id too long for a header.
const encodedCapabilities = [...inputCapabilities.values()];

/** Encodes a payload compactly. */
export function encodePayload({ revision, capabilities, client }: SessionPayload): readonly unknown[] {
  const bits = encodedCapabilities.reduce(
    (sum, capability, bit) => sum + (declaresCapability(capabilities, capability) ? 2 ** bit : 0),
    0,
  );
  const { name, version } = shortName(client);
  return [revision.version, bits, name, version];
}

/** Decodes a payload. `undefined` if another version of this package wrote it. */
export function decodePayload([version, bits, name, clientVersion]: readonly unknown[]): SessionPayload | undefined {
  const revision = typeof version === 'string' ? legacyRevision(version) : undefined;
  if (revision === undefined || typeof bits !== 'number') return undefined;
  if (typeof name !== 'string' || typeof clientVersion !== 'string') return undefined;
  return { revision, capabilities: capabilitiesOf(bits), client: { name, version: clientVersion } };
}

function capabilitiesOf(bits: number): Fields {
  const capabilities = new Map<string, Fields>();
  for (const [bit, { name, part }] of encodedCapabilities.entries()) {
    if ((bits & (2 ** bit)) === 0) continue;
    const parts = capabilities.get(name);
    capabilities.set(name, { ...(isObject(parts) && parts), ...(part !== undefined && { [part]: {} }) });
  }
  return Object.fromEntries(capabilities);
}
