import type { InputRequest, InputRequests, RefusedOutcome } from '@toolwire/core';
import { describeInputRequests } from '@toolwire/core/internal';
import type { Fields } from '@toolwire/core/wire';

/** Encodes the input requests of a tool. Each URL request has an ID, which some clients expect in every revision. */
export function encodeInputRequests(requests: InputRequests, elicitationIdOf: (key: string) => string): Fields {
  return Object.fromEntries(
    Object.entries(requests).map(([key, request]) => [key, encodeInputRequest(request, () => elicitationIdOf(key))]),
  );
}

/** Encodes one input request. */
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

/** Describes input requests as text, for clients that can't receive them. */
export function describeRequests(requests: InputRequests): string {
  return describeInputRequests(requests, mcpWording);
}

const mcpWording = { input: 'arguments', caller: 'client', cannotAsk: "this client doesn't support" };

/** A request to open a URL. */
export type UrlRequest = Extract<InputRequest, { readonly kind: 'url' }>;

/** The pages where the user can grant the missing authorizations of a refusal. */
export function signInRequests({ missing }: RefusedOutcome): Readonly<Record<string, UrlRequest>> {
  const requests = (missing?.authorization ?? []).flatMap(({ id, url }): readonly (readonly [string, UrlRequest])[] =>
    url === undefined ? [] : [[`authorization:${id}`, { kind: 'url', message: `Sign in to '${id}' to continue`, url }]],
  );
  return Object.fromEntries(requests);
}
