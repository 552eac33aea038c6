import type { MaybePromise } from '@toolwire/core';
import { invalidParams, type RpcError } from '../json-rpc/json-rpc.ts';
import type { MessageContext } from '../json-rpc/message-context.ts';
import type { ResourceSubscriptions } from '../prompts-and-resources/feature.ts';

const maxResources = 1000;

/** Filters the URIs that this caller may subscribe to. The protocol omits all others silently. */
export function filterSubscribable(
  wanted: unknown,
  { canSubscribe }: ResourceSubscriptions,
  context: MessageContext,
): MaybePromise<readonly string[] | RpcError | undefined> {
  if (wanted === undefined) return undefined;
  if (!isStringList(wanted)) return invalidUris;
  const uris = [...new Set(wanted)];
  return Promise.all(uris.map(async (uri) => canSubscribe(uri, context))).then((allowed) =>
    uris.filter((_uri, index) => allowed[index]),
  );
}

function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= maxResources && value.every((item) => typeof item === 'string');
}

const invalidUris: RpcError = invalidParams(
  `"resourceSubscriptions" must be a list of at most ${maxResources} resource URIs`,
);
