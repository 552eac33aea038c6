import type { AnyPrompt } from './prompt-definition.ts';
import type { ResourceDefinition } from './resource-definition.ts';

/** The lists that can be replaced. `undefined` means the option of the protocol. */
export interface McpLists {
  readonly resources?: readonly ResourceDefinition[] | undefined;
  readonly prompts?: readonly AnyPrompt[] | undefined;
}

/** Checks lists before they are replaced. Throws for an invalid definition, or returns a function that applies them. */
type PrepareLists = (lists: McpLists) => () => void;

/** Changes resources and prompts while the server runs. Share one object among all protocols that serve them. */
export interface McpUpdates {
  /** Reports that the resource at a URI changed. */
  readonly resourceUpdated: (uri: string) => void;
  /** Replaces all resources and templates, and notifies clients. Throws for an invalid definition; the lists then stay as they are. */
  readonly replaceResources: (resources: readonly ResourceDefinition[]) => void;
  /** Replaces all prompts, and notifies clients. Throws for an invalid definition; the lists then stay as they are. */
  readonly replacePrompts: (prompts: readonly AnyPrompt[]) => void;
  /** Calls the listener with the URI of each changed resource. Returns a function that removes the listener. */
  readonly onResourceUpdated: (listener: (uri: string) => void) => () => void;
  /** Calls the listener after a list was replaced. Returns a function that removes the listener. */
  readonly onListChanged: (listener: (kind: keyof McpLists) => void) => () => void;
  /** The lists that were replaced so far. */
  readonly lists: McpLists;
  /** For protocols: checks and applies each later list. Returns a function that ends this. */
  readonly beforeReplace: (prepare: PrepareLists) => () => void;
}

/** Creates the object that changes resources and prompts. Pass it to `mcp({ updates })`. */
export function createMcpUpdates(): McpUpdates {
  const uriListeners = new Set<(uri: string) => void>();
  const listListeners = new Set<(kind: keyof McpLists) => void>();
  const servers = new Set<PrepareLists>();
  let lists: McpLists = {};

  const replace = (kind: keyof McpLists, replaced: McpLists): void => {
    // All servers check the list before one of them applies it.
    const prepared = [...servers].map((prepare) => prepare(replaced));
    lists = { ...lists, ...replaced };
    for (const apply of prepared) apply();
    for (const listener of listListeners) listener(kind);
  };

  return {
    resourceUpdated: (uri) => {
      for (const listener of uriListeners) listener(uri);
    },
    replaceResources: (resources) => replace('resources', { resources: [...resources] }),
    replacePrompts: (prompts) => replace('prompts', { prompts: [...prompts] }),
    onResourceUpdated: (listener) => addTo(uriListeners, listener),
    onListChanged: (listener) => addTo(listListeners, listener),
    get lists() {
      return lists;
    },
    beforeReplace: (prepare) => addTo(servers, prepare),
  };
}

function addTo<Member>(set: Set<Member>, member: Member): () => void {
  set.add(member);
  return () => {
    set.delete(member);
  };
}
