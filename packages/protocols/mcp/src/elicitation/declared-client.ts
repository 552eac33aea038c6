import type { Client } from '@toolwire/core/internal';
import type { Fields } from '@toolwire/core/wire';
import { firstCharacters } from '@toolwire/internal';
import type { Revision } from '../json-rpc/revisions.ts';
import { supportsInputKind } from './client-capabilities.ts';

/** The self-reported name of a client. */
export interface ClientName {
  readonly name: string;
  readonly version: string;
}

const maxNameLength = 48;
const maxVersionLength = 24;

/** Cuts a long name, so that it fits into a session ID. Tools get the same name with and without sessions. */
export function shortName({ name, version }: ClientName): ClientName {
  return { name: firstCharacters(name, maxNameLength), version: firstCharacters(version, maxVersionLength) };
}

/** A client as tools see it, from its name and its declared capabilities. MCP-ASK-01 */
export function declaredClient(
  clientName: ClientName | undefined,
  { version: protocolVersion }: Pick<Revision, 'version'>,
  capabilities: Fields,
): Client {
  const { name, version } = clientName === undefined ? unnamed : shortName(clientName);
  return { name, version, protocolVersion, canAsk: (kind) => supportsInputKind(kind, capabilities) };
}

const unnamed = { name: undefined, version: undefined };
