import { andThen, type MaybePromise } from '@toolwire/core';
import { nearestName } from '@toolwire/internal';
import { invalidParams, type RpcError } from '../json-rpc/json-rpc.ts';
import type { MessageContext } from '../json-rpc/message-context.ts';
import type { Revision } from '../json-rpc/revisions.ts';
import type { Resource } from './compile-resource.ts';
import type { ReplaceableDefinitions } from './replaceable-definitions.ts';
import { maxUriLength } from './uri-template.ts';
import type { VisibilityCheck } from './visibility.ts';

/** Finds the resources that a caller may see. */
export interface FindResource {
  readonly find: (uri: string, context: MessageContext) => MaybePromise<Resource | undefined>;
  /** The error for an unknown resource, with the closest URI. */
  readonly notFound: (uri: string, revision: Revision, context: MessageContext) => MaybePromise<RpcError>;
}

/** Creates the search in the definitions at the moment of each request. */
export function createFindResource(definitions: ReplaceableDefinitions, filterVisible: VisibilityCheck): FindResource {
  return {
    find(uri, context) {
      const { byUri, templates } = definitions.resources;
      const single = byUri.get(uri);
      const matching = single === undefined ? templates.filter(({ template }) => template?.match(uri)) : [single];
      return andThen(filterVisible(matching, context), ([visible]) => visible);
    },
    notFound: (uri, { resourceNotFound: code }, context) =>
      andThen(filterVisible(definitions.resources.single, context), (visibleResources) => {
        const uris = visibleResources.map(({ definition }) => definition.uri);
        const suggestion = nearestName(uri, uris);
        const message = `Unknown resource. ${suggestion === undefined ? listHint : `Did you mean '${suggestion}'?`}`;
        // The code depends on the revision, and the data contains the URI. MCP-RES-02
        return { code, message, data: { uri } };
      }),
  };
}

/** The error for an invalid resource URI. */
export const invalidUri: RpcError = invalidParams(
  `The "uri" of a resource must be a URI such as "docs://guide": at most ${maxUriLength} characters, without spaces`,
);

const listHint = 'Call resources/list and resources/templates/list to see all resources.';
