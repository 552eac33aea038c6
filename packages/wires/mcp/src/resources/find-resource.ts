import { andThen, type MaybePromise } from '@toolwire/core';
import { nearestName } from '@toolwire/internal';
import type { SeenBy } from '../offers/visible.ts';
import type { Dialect } from '../revisions/dialect.ts';
import type { MessageContext } from '../rpc/context.ts';
import { type RpcError, rpcCodes } from '../rpc/json-rpc.ts';
import type { Resource, Resources } from './compile-resource.ts';
import { longestUri } from './uri-template.ts';

/** Looks resources up by their addresses, as far as a caller may see them. */
export interface FindResource {
  readonly find: (uri: string, context: MessageContext) => MaybePromise<Resource | undefined>;
  /** The error that there is none, with the one that was meant. */
  readonly notFound: (uri: string, dialect: Dialect, context: MessageContext) => MaybePromise<RpcError>;
}

/** Makes what looks them up. */
export function createFindResource(resources: Resources, seenBy: SeenBy): FindResource {
  const byUri = new Map(resources.single.map((one) => [one.definition.uri, one]));
  return {
    find(uri, context) {
      const single = byUri.get(uri);
      const found =
        single === undefined ? resources.templates.filter(({ template }) => template?.match(uri)) : [single];
      return andThen(seenBy(found, context), ([seen]) => seen);
    },
    notFound: (uri, { resourceNotFound: code }, context) =>
      andThen(seenBy(resources.single, context), (seen) => {
        const uris = seen.map(({ definition }) => definition.uri);
        const meant = nearestName(uri, uris);
        // MCP-RES-02: in the code of the revision, with the address.
        const message = `There is no such resource. ${meant === undefined ? lookUp : `Did you mean '${meant}'?`}`;
        return { code, message, data: { uri } };
      }),
  };
}

/** Whether something may be the address of a resource: MCP-RES-05, checked before anything is looked up by it. */
export function isAddress(uri: unknown): uri is string {
  return typeof uri === 'string' && uri.length <= longestUri && /^[A-Za-z][\w+.-]*:[\x21-\x7e]+$/.test(uri);
}

/** The error that something is no address. */
export const wrongAddress: RpcError = {
  code: rpcCodes.invalidParams,
  message: `The "uri" of a resource is an address such as "docs://guide": at most ${longestUri} characters, none of them a space`,
};

const lookUp = 'resources/list and resources/templates/list tell which there are.';
