import type { Call, MaybePromise, Next, Outcome, Stage, Tool } from '@toolwire/core';
import { isPromise } from '@toolwire/internal';
import { toolNotFound } from './not-found.ts';
import type { Resolution, VersionResolver } from './version-resolver.ts';

/**
 * Finds the tool of a call; later stages read it as `call.tool`, and protocols as `outcome.tool`. `visible` returns whether the caller
 * may see a tool; hidden tools behave as if they did not exist.
 */
export function resolve<T extends Tool>(
  resolver: Pick<VersionResolver<T>, 'resolve' | 'has'>,
  visible?: (tool: T, call: Call) => MaybePromise<boolean>,
): Stage<Call, { tool: T }> {
  if (visible === undefined) return (call, next) => continueWith(findTool(resolver, call), next);
  return (call, next) => {
    const visibility = new VisibilityCheck<T>((tool) => visible(tool, call));
    const attempt = (): MaybePromise<Outcome> => {
      const resolution = findTool(resolver, call, visibility);
      const pending = visibility.takePending();
      return pending === undefined ? continueWith(resolution, next) : pending.then(attempt);
    };
    return attempt();
  };
}

/**
 * Uses the tool that the protocol has found if it is still registered and visible to the caller; otherwise resolves the ID.
 * `null` means that the protocol has searched and found no tool.
 */
function findTool<T extends Tool>(
  resolver: Pick<VersionResolver<T>, 'resolve' | 'has'>,
  { namedTool, toolId }: Call,
  visibility?: VisibilityCheck<T>,
): Resolution<T> {
  if (namedTool === null) return toolNotFound(toolId, []);
  if (namedTool !== undefined && resolver.has(namedTool) && (visibility?.visible(namedTool) ?? true)) {
    return { ok: true, item: namedTool, form: 'exact' };
  }
  return resolver.resolve(toolId, visibility);
}

function continueWith<T extends Tool>(resolution: Resolution<T>, next: Next<{ tool: T }>): MaybePromise<Outcome> {
  if (!resolution.ok) {
    const { code, message, developerMessage } = resolution;
    return { kind: 'refused', code, message, developerMessage };
  }
  const tool = resolution.item;
  const outcome = next({ tool });
  return isPromise(outcome) ? withToolLater(outcome, tool) : withTool(outcome, tool);
}

async function withToolLater(outcome: Promise<Outcome>, tool: Tool): Promise<Outcome> {
  return withTool(await outcome, tool);
}

/** Copies an outcome without a tool, since outcomes may be shared; a spread would cost nine times as much. */
function withTool(outcome: Outcome | undefined, tool: Tool): Outcome {
  // Without an outcome the pipeline reports the stage that returned none.
  return outcome?.tool !== undefined ? outcome : Object.assign({}, outcome, { tool });
}

/** The tools that one call may see. Asynchronous results are collected; the caller looks the tool up again when they have resolved. */
class VisibilityCheck<T> {
  readonly #isVisible: (item: T) => boolean | Promise<boolean>;
  readonly #results = new Map<T, boolean>();
  #pending: Promise<void>[] = [];

  constructor(isVisible: (item: T) => boolean | Promise<boolean>) {
    this.#isVisible = isVisible;
  }

  /** Returns whether an item is visible, as far as known; checks each item once. */
  readonly visible = (item: T): boolean => {
    const cached = this.#results.get(item);
    if (cached !== undefined) return cached;
    const result = this.#isVisible(item);
    // Hidden until the result is known.
    this.#results.set(item, result === true);
    if (isPromise(result)) {
      this.#pending.push(result.then((isVisible) => void this.#results.set(item, isVisible === true)));
    }
    return result === true;
  };

  /** Waits for the pending results; `undefined` if no result is pending. */
  takePending(): Promise<unknown> | undefined {
    if (this.#pending.length === 0) return undefined;
    const pending = this.#pending;
    this.#pending = [];
    return Promise.all(pending);
  }
}
