import type { ListResult } from './call-result.ts';
import { findTool } from './find-tool.ts';
import type { ListedTool } from './listed-tool.ts';
import { shareWork } from './shared-work.ts';

/** How long after a listing no other is asked for, whatever was not in it. */
const pauseMs = 30_000;

/** The tools of a server, as far as its listings have told. */
export interface KnownTools {
  /** Finds a tool, and asks for the listing where it is not known: one listing for all who want one at that time. */
  find(toolId: string, signal: AbortSignal): Promise<ListedTool | undefined>;
  /** Takes note of what was listed. */
  learn(listed: readonly ListedTool[]): void;
  /** Lets the listing be asked for again, unless it is known that this tool is not in it. */
  forget(toolId: string): void;
}

/** Remembers the tools of one server. */
export function createKnownTools(list: (signal: AbortSignal) => Promise<ListResult>): KnownTools {
  const listOnce = shareWork(list);
  let known: readonly ListedTool[] | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;

  const learn = (listed: readonly ListedTool[]): void => {
    known = listed;
    askedAt = performance.now();
  };

  return {
    async find(toolId, signal) {
      const found = findTool(known ?? [], toolId);
      if (found !== undefined || performance.now() - askedAt < pauseMs) return found;
      const result = await listOnce(signal);
      askedAt = performance.now();
      if (result.kind === 'listed') learn(result.tools);
      return findTool(known ?? [], toolId);
    },

    learn,

    forget(toolId) {
      if (known !== undefined && findTool(known, toolId) === undefined) return;
      known = undefined;
      askedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
