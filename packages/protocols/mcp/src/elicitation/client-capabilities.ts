import type { Askable, InputRequest, InputRequests } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/core/wire';
import { type RpcError, rpcCodes } from '../json-rpc/json-rpc.ts';

/** The capabilities that requests need and the client has not declared. `undefined` if it has declared all. */
export function missingCapabilities(requests: InputRequests, declared: Fields): Fields | undefined {
  // Only declared capabilities are used. MCP-ASK-01
  const missing = Object.values(requests)
    .map(capabilityFor)
    .filter(({ name, part }) => !declaresCapability(declared, name, part));
  if (missing.length === 0) return undefined;
  const required = new Map<string, Fields>();
  for (const { name, part } of missing) {
    required.set(name, { ...required.get(name), ...(part !== undefined && { [part]: {} }) });
  }
  return Object.fromEntries(required);
}

/** The error for missing client capabilities. MCP-META-03 */
export function missingCapabilityError(requiredCapabilities: Fields): RpcError {
  const names = Object.keys(requiredCapabilities).join(', ');
  const message = `The tool needs a client that declares these capabilities: ${names}`;
  return { code: rpcCodes.missingCapability, message, data: { requiredCapabilities } };
}

interface Capability {
  readonly name: 'elicitation' | 'sampling' | 'roots';
  readonly part?: string;
}

function capabilityFor(request: InputRequest): Capability {
  switch (request.kind) {
    case 'form':
      return { name: 'elicitation', part: 'form' };
    case 'url':
      return { name: 'elicitation', part: 'url' };
    case 'sampling':
      return 'tools' in request.params ? { name: 'sampling', part: 'tools' } : { name: 'sampling' };
    case 'roots':
      return { name: 'roots' };
  }
}

/** Whether a client has declared a capability. */
export function declaresCapability(declared: Fields, name: string, part: string | undefined): boolean {
  const capability = declared[name];
  if (!isObject(capability)) return false;
  if (part === undefined) return true;
  // An elicitation capability without a mode means forms.
  return part in capability || (part === 'form' && !('url' in capability));
}

/** One request of each kind. */
const requestsByKind: ReadonlyMap<Askable, InputRequests> = new Map([
  ['form', { request: { kind: 'form', message: '', schema: {} } }],
  ['url', { request: { kind: 'url', message: '', url: '' } }],
  ['sampling', { request: { kind: 'sampling', params: {} } }],
  ['sampling_with_tools', { request: { kind: 'sampling', params: { tools: [] } } }],
  ['roots', { request: { kind: 'roots' } }],
]);

/** Whether a client with these capabilities supports a kind of input. MCP-ASK-01 */
export function supportsInputKind(kind: Askable, capabilities: Fields): boolean {
  const requests = requestsByKind.get(kind);
  return requests !== undefined && missingCapabilities(requests, capabilities) === undefined;
}

/** The kinds of input that a client with these capabilities supports. MCP-ASK-01 */
export function supportedInputKinds(capabilities: Fields): readonly Askable[] {
  return [...requestsByKind.keys()].filter((kind) => supportsInputKind(kind, capabilities));
}
