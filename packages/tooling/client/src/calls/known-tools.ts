import { compareVersionTexts } from '@toolwire/internal';
import { parseToolId } from '@toolwire/version/tool-id';
import type { ListedTool, ListResult } from '../listed-tool.ts';

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

/** Running work, and how many callers wait for it. */
interface RunningWork<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Shares running work among concurrent callers. The work is aborted when the signals of all callers have aborted. The promise of a caller
 * that leaves earlier settles only with the work, which is harmless: the caller's `withTimeout` has rejected already.
 */
function shareWork<T>(work: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let running: RunningWork<T> | undefined;
  const end = (ended: RunningWork<T>): void => {
    if (running === ended) running = undefined;
  };
  const start = (): RunningWork<T> => {
    const controller = new AbortController();
    return { result: work(controller.signal), controller, waiting: 0 };
  };

  return async (signal) => {
    signal.throwIfAborted();
    running ??= start();
    const joined = running;
    joined.waiting += 1;
    const leave = (): void => {
      joined.waiting -= 1;
      if (joined.waiting > 0) return;
      end(joined);
      joined.controller.abort(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await joined.result;
    } finally {
      signal.removeEventListener('abort', leave);
      end(joined);
    }
  };
}
