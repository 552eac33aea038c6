import { vi } from 'vitest';
import { createLongTool, type LongTool } from './long-tool.ts';
import { createSite, type Site } from './site.ts';
import type { StorePair } from './stores.ts';

/** How the servers of a scene are made, and how their tool behaves. */
export interface SceneOptions {
  readonly obeys: boolean;
  readonly stores: StorePair;
  readonly timeoutMs?: number | undefined;
  readonly lingerMs?: number | undefined;
}

/** Two servers that share their calls, and the runs of a tool at both. */
export interface Scene extends Omit<LongTool, 'tool'> {
  readonly here: Site;
  readonly there: Site;
  /** Whether a call has asked again, as one that waits for a run elsewhere. */
  readonly isAwaitedThere: () => boolean;
  /** Whether the slots of both are free. */
  readonly slotsAreBack: () => Promise<boolean>;
}

/** Makes two servers of the same tool. */
export function createScene({ obeys, stores, timeoutMs = 60_000, lingerMs = 200 }: SceneOptions): Scene {
  const { tool, running, aborted } = createLongTool(obeys);
  const [here, there] = [
    createSite({ tool, store: stores[0], timeoutMs, lingerMs }),
    createSite({ tool, store: stores[1], timeoutMs, lingerMs }),
  ];
  const claims = vi.spyOn(stores[1], 'claim');
  return {
    here,
    there,
    running,
    aborted,
    isAwaitedThere: () =>
      claims.mock.calls.some(
        ([{ awaited }], index) => awaited !== undefined && claims.mock.settledResults[index]?.type === 'fulfilled',
      ),
    slotsAreBack: async () => (await here.slotsAreBack()) && there.slotsAreBack(),
  };
}
