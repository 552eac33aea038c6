import type { Principal, Tool, ToolPage } from '@toolwire/core';
import type { VersionResolver } from '@toolwire/version';
import { createRegistry, type ToolRegistry } from './registry.ts';
import { pageFor, type Visible } from './visible.ts';

/** The tools that a server serves now, which may be replaced while it runs. */
export interface Catalog {
  /** Resolves among the tools of the moment. */
  readonly resolver: Pick<VersionResolver<Tool>, 'resolve' | 'all'>;
  readonly page: (principal: Principal | undefined) => ToolPage;
  /** Serves these tools from now on; calls that run keep the tool they were resolved to. */
  replace(tools: readonly Tool[]): void;
  readonly onChange: (listener: () => void) => () => void;
}

/** Makes a catalog of compiled tools; throws when callers could not tell two of them apart. */
export function createCatalog(tools: readonly Tool[], visible: Visible | undefined): Catalog {
  let registry: ToolRegistry = createRegistry(tools);
  const listeners = new Set<() => void>();
  return {
    resolver: {
      resolve: (toolId, visibility) => registry.resolver.resolve(toolId, visibility),
      all: () => registry.resolver.all(),
    },
    page: (principal) => pageFor(registry.page, principal, visible),
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
