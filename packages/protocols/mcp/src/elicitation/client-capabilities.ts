import type { Askable, InputRequests } from '@toolwire/core';
import { askableOf, type Client } from '@toolwire/core/internal';
import { type Fields, isObject } from '@toolwire/core/wire';
import { firstCharacters, rpcCodes } from '@toolwire/internal';
import type { RpcError } from '../json-rpc/errors.ts';
import type { Revision } from '../json-rpc/revisions.ts';

/** The capabilities that requests need and the client has not declared. `undefined` if it has declared all. */
export function missingCapabilities(requests: InputRequests, declared: Fields): Fields | undefined {
  // Only declared capabilities are used. MCP-ASK-01
  const missing = Object.values(requests)
    .flatMap((request) => inputCapabilities.get(askableOf(request)) ?? [])
    .filter((capability) => !declaresCapability(declared, capability));
  return missing.length === 0 ? undefined : encodeCapabilities(missing);
}

/** Encodes capabilities as a client declares them. */
export function encodeCapabilities(capabilities: readonly Capability[]): Fields {
  const encoded = new Map<string, Fields>();
  for (const { name, part } of capabilities) {
    encoded.set(name, { ...encoded.get(name), ...(part !== undefined && { [part]: {} }) });
  }
  return Object.fromEntries(encoded);
}

/** The error for missing client capabilities. MCP-META-03 */
export function missingCapabilityError(requiredCapabilities: Fields): RpcError {
  const names = Object.keys(requiredCapabilities).join(', ');
  const message = `The tool needs a client that declares these capabilities: ${names}`;
  return { code: rpcCodes.missingCapability, message, data: { requiredCapabilities } };
}

/** A capability for input requests, or a part of one. */
export interface Capability {
  readonly name: 'elicitation' | 'sampling' | 'roots';
  readonly part?: string;
}

/** The capability that each kind of input needs. Session IDs contain one bit for each, in this order. */
export const inputCapabilities: ReadonlyMap<Askable, Capability> = new Map<Askable, Capability>([
  ['form', { name: 'elicitation', part: 'form' }],
  ['url', { name: 'elicitation', part: 'url' }],
  ['sampling', { name: 'sampling' }],
  ['sampling_with_tools', { name: 'sampling', part: 'tools' }],
  ['roots', { name: 'roots' }],
]);

/** Whether a client has declared a capability. */
export function declaresCapability(declared: Fields, { name, part }: Capability): boolean {
  const capability = declared[name];
  if (!isObject(capability)) return false;
  if (part === undefined) return true;
  // An elicitation capability without a mode means forms.
  return part in capability || (part === 'form' && !('url' in capability));
}

/** Whether a client with these capabilities supports a kind of input. MCP-ASK-01 */
export function supportsInputKind(kind: Askable, capabilities: Fields): boolean {
  const needed = inputCapabilities.get(kind);
  return needed !== undefined && declaresCapability(capabilities, needed);
}

/** The kinds of input that a client with these capabilities supports. MCP-ASK-01 */
export function supportedInputKinds(capabilities: Fields): readonly Askable[] {
  return [...inputCapabilities.keys()].filter((kind) => supportsInputKind(kind, capabilities));
}

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
