import type { InputRequest, InputRequests } from '@toolwire/core';
import { describeInputRequests } from '@toolwire/core/wire';
import { type RpcError, rpcCodes } from '../rpc/json-rpc.ts';
import { type Fields, isObject } from '../rpc/json-shape.ts';

/** Writes what a tool asks for as the requests that a client knows; pages have an id of their own, which some clients look for in every revision. */
export function encodeInputRequests(requests: InputRequests, elicitationIdOf: (key: string) => string): Fields {
  return Object.fromEntries(
    Object.entries(requests).map(([key, request]) => [key, encodeInputRequest(request, () => elicitationIdOf(key))]),
  );
}

/** Writes one of them. */
export function encodeInputRequest(
  request: InputRequest,
  elicitationId: () => string,
): { readonly method: string; readonly params: object } {
  switch (request.kind) {
    case 'form': {
      const { message, schema } = request;
      return { method: 'elicitation/create', params: { message, requestedSchema: schema } };
    }
    case 'url': {
      const { message, url } = request;
      return { method: 'elicitation/create', params: { mode: 'url', elicitationId: elicitationId(), message, url } };
    }
    case 'sampling':
      return { method: 'sampling/createMessage', params: request.params };
    case 'roots':
      return { method: 'roots/list', params: {} };
  }
}

/** What a client would have to declare for requests that it has not declared enough for; `undefined` when it has. */
export function undeclaredCapabilities(requests: InputRequests, declared: Fields): Fields | undefined {
  // MCP-ASK-01: a client is asked for what it has declared, and for nothing else.
  const lacking = Object.values(requests)
    .map(capabilityFor)
    .filter(({ name, part }) => !declares(declared, name, part));
  if (lacking.length === 0) return undefined;
  const required = new Map<string, Fields>();
  for (const { name, part } of lacking) {
    required.set(name, { ...required.get(name), ...(part !== undefined && { [part]: {} }) });
  }
  return Object.fromEntries(required);
}

/** Says that a client would have to declare these (MCP-META-03). */
export function needsCapabilities(requiredCapabilities: Fields): RpcError {
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

/** Tells whether a client has declared that it can be asked for something. */
export function declares(declared: Fields, name: string, part: string | undefined): boolean {
  const capability = declared[name];
  if (!isObject(capability)) return false;
  if (part === undefined) return true;
  // An elicitation that names no mode is one of forms.
  return part in capability || (part === 'form' && !('url' in capability));
}

/** What a tool needs, in words, for clients that cannot be asked. */
export function describeRequests(requests: InputRequests): string {
  return describeInputRequests(requests, wordsOfMcp);
}

const wordsOfMcp = { input: 'arguments', caller: 'client', cannotAsk: 'this client cannot be asked for' };
