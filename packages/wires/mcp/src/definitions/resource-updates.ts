/** Carries word of changed resources from the app to the clients that have subscribed: one for all that serve the same resources. */
export interface ResourceUpdates {
  /** Tells that what stands at an address is another now. */
  readonly updated: (uri: string) => void;
  /** Calls back with each such address, until the function that it answers is called. */
  readonly onUpdated: (listener: (uri: string) => void) => () => void;
}

/** Makes what the app tells of changed resources, and `mcp({ resourceUpdates })` listens to. */
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
