import { andThen, type MaybePromise } from '@toolwire/core';
import { nearestName } from '@toolwire/internal';
import type { VisibleTo } from '../definitions/definition-parts.ts';
import type { ServingSettings } from '../definitions/option-defaults.ts';
import type { McpLists } from '../definitions/updates.ts';
import { invalidParams, type RpcError } from '../json-rpc/errors.ts';
import type { MessageContext } from '../json-rpc/requests.ts';
import type { Revision } from '../json-rpc/revisions.ts';
import { compilePrompts, type Prompt } from './compile-prompt.ts';
import { compileResources, type Resource, type Resources } from './compile-resource.ts';
import { maxUriLength } from './uri-template.ts';

/** The resources and prompts of a server at the moment: of the options, or of replaced lists until it is closed. Invalid definitions throw. */
export class ReplaceableDefinitions {
  readonly #settings: ServingSettings;
  readonly #stop: (() => void) | undefined;
  resources: Resources;
  prompts: readonly Prompt[];

  constructor(settings: ServingSettings) {
    const { updates } = settings;
    this.#settings = settings;
    this.resources = compileResources(updates?.lists.resources ?? settings.resources ?? []);
    this.prompts = compilePrompts(updates?.lists.prompts ?? settings.prompts ?? [], settings);
    this.#stop = updates?.beforeReplace((lists) => this.#prepare(lists));
  }

  close(): void {
    this.#stop?.();
  }

  #prepare({ resources, prompts }: McpLists): () => void {
    const compiled = {
      resources: resources && compileResources(resources),
      prompts: prompts && compilePrompts(prompts, this.#settings),
    };
    return () => {
      this.resources = compiled.resources ?? this.resources;
      this.prompts = compiled.prompts ?? this.prompts;
    };
  }
}

/** A compiled resource or prompt. */
interface MaybeVisible {
  readonly definition: { readonly visible?: VisibleTo | undefined };
}

/** Filters the items that a caller may see. An item whose check throws is hidden, and the error is logged. */
export type VisibilityCheck = <Item extends MaybeVisible>(
  items: readonly Item[],
  context: MessageContext,
) => MaybePromise<readonly Item[]>;

/** Whether callers may see different items. */
export function hasHidden(items: readonly MaybeVisible[]): boolean {
  return items.some(({ definition }) => definition.visible !== undefined);
}

/** Creates the check. `report` receives what a check of the app throws. */
export function createVisibilityCheck(report: (thrown: unknown) => void): VisibilityCheck {
  const isVisible = async ({ definition }: MaybeVisible, context: MessageContext): Promise<boolean> => {
    if (definition.visible === undefined) return true;
    try {
      const answer: unknown = await definition.visible(context.principal, context.values, context.client);
      // As for tools, only `true` lets a caller in.
      return answer === true;
    } catch (thrown) {
      report(thrown);
      return false;
    }
  };
  return (items, context) =>
    hasHidden(items)
      ? Promise.all(items.map((item) => isVisible(item, context))).then((visibility) =>
          items.filter((_item, index) => visibility[index]),
        )
      : items;
}

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
