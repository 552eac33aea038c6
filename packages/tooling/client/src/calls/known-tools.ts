import { compareVersionTexts } from '@toolwire/internal';
import { parseToolId } from '@toolwire/version/tool-id';
import type { ListedTool, ListResult } from '../listed-tool.ts';
import { shareWork } from './share-work.ts';

/** The minimum time between two listings. */
const pauseMs = 30_000;

/** The tools of a server from its last listing. */
interface KnownTools {
  /** Finds a tool, and requests the listing if the tool is unknown. Concurrent calls share one request. */
  find(toolId: string, signal: AbortSignal): Promise<ListedTool | undefined>;
  /** Stores a listing. */
  store(tools: readonly ListedTool[]): void;
  /** Discards the listing, unless this tool is not in it. */
  forget(toolId: string): void;
}

export function createKnownTools(list: (signal: AbortSignal) => Promise<ListResult>): KnownTools {
  const listOnce = shareWork(list);
  let known: readonly ListedTool[] | undefined;
  let listedAt = Number.NEGATIVE_INFINITY;

  const store = (tools: readonly ListedTool[]): void => {
    known = tools;
    listedAt = performance.now();
  };

  return {
    async find(toolId, signal) {
      const tool = findTool(known ?? [], toolId);
      if (tool !== undefined || performance.now() - listedAt < pauseMs) return tool;
      const result = await listOnce(signal);
      listedAt = performance.now();
      if (result.kind === 'listed') store(result.tools);
      return findTool(known ?? [], toolId);
    },

    store,

    forget(toolId) {
      if (known !== undefined && findTool(known, toolId) === undefined) return;
      known = undefined;
      listedAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/** Finds the tool that a call will reach, by the version rules of servers (OTC-VER-02 to 04). */
function findTool(tools: readonly ListedTool[], toolId: string): ListedTool | undefined {
  const requested = parseToolId(toolId);
  if (!requested.ok) return undefined;
  if (requested.version !== undefined) {
    return tools.find((tool) => tool.toolId === `${requested.id}@${requested.version}`);
  }
  return tools
    .filter(({ id, toolId: listedId }) => id === requested.id && parseToolId(listedId).ok)
    .sort((left, right) => compareVersionTexts(left.version, right.version))
    .at(-1);
}
