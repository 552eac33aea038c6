/** Tells clients that have subscribed when a resource changes; share one among all wires that serve the same resources. */
export interface ResourceUpdates {
  /** Says that the resource at an address has changed. */
  readonly updated: (uri: string) => void;
  /** Calls back with the address of each resource that changes, until the function that is returned is called. */
  readonly onUpdated: (listener: (uri: string) => void) => () => void;
}

/** Makes the object by which the app says that a resource has changed; hand it to `mcp({ resourceUpdates })`. */
export function createResourceUpdates(): ResourceUpdates {
  const listeners = new Set<(uri: string) => void>();
  return {
    updated: (uri) => {
      for (const listener of listeners) listener(uri);
    },
    onUpdated: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
