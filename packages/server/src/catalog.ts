import type { MaybePromise, Tool } from '@toolwire/core';
import type { ToolPage, Viewer } from '@toolwire/core/wire';
import type { VersionResolver } from '@toolwire/version';
import { createRegistry, type ToolRegistry } from './registry.ts';
import { type IsVisible, pageFor } from './visible.ts';

/** The tools that a server serves now, which may be replaced while it runs. */
export interface Catalog {
  /** Resolves among the tools of the moment. */
  readonly resolver: Pick<VersionResolver<Tool>, 'resolve' | 'has' | 'all'>;
  readonly page: (viewer: Viewer) => MaybePromise<ToolPage>;
  readonly count: () => number;
  /** Serves these tools from now on; calls that run keep the tool they were resolved to. */
  replace(tools: readonly Tool[]): void;
  readonly onChange: (listener: () => void) => () => void;
}

/** Makes a catalog of compiled tools; throws when callers could not tell two of them apart. */
export function createCatalog(tools: readonly Tool[], isVisible: IsVisible | undefined): Catalog {
  let registry: ToolRegistry = createRegistry(tools);
  const listeners = new Set<() => void>();
  return {
    resolver: {
      resolve: (toolId, visibility) => registry.resolver.resolve(toolId, visibility),
      has: (item): item is Tool => registry.resolver.has(item),
      all: () => registry.resolver.all(),
    },
    page: (viewer) => pageFor(registry.page, viewer, isVisible),
    count: () => registry.page.tools.length,
    replace(next) {
      registry = createRegistry(next);
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
