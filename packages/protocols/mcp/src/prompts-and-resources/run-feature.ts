import { type InputRequest, InputRequired, isInputRequired, type Lifetime, type MaybePromise } from '@toolwire/core';
import { clientOfRun } from '@toolwire/core/internal';
import { isToolError, mapError } from '@toolwire/errors';
import { checkInputUrl, LazySignal, maxTimerMs, PausableTimer } from '@toolwire/internal';
import type { McpContext } from '../definitions/mcp-context.ts';
import type { ServingSettings } from '../definitions/option-defaults.ts';
import { internalError, type RpcError } from '../json-rpc/errors.ts';
import { refusalError } from '../tools/encode-refusal.ts';
import type { UiResourcesOf } from '../tools/tool-ui.ts';
import { type FeatureReply, type FeatureRequest, featureError } from './feature.ts';
import type { ReplaceableDefinitions, VisibilityCheck } from './visible-definitions.ts';

/** The parts of a server that the methods for resources, prompts and completions share. */
export interface FeatureDependencies {
  /** The options of the protocol. */
  readonly settings: ServingSettings;
  /** The resources and prompts at the moment. */
  readonly definitions: ReplaceableDefinitions;
  /** Filters the resources and prompts that a caller may see. */
  readonly filterVisible: VisibilityCheck;
  /** Finds the UIs of the tools that a caller may see. */
  readonly uiResourcesOf: UiResourcesOf;
  /** Runs a function of a definition under the limits of tools. */
  readonly run: RunFeature;
  /** Logs an unexpected error. */
  readonly report: (thrown: unknown) => void;
}

/** The value of a function, or the reply to send instead. */
type FeatureRun<Value> =
  | { readonly value: Value; readonly reply?: undefined }
  | { readonly value?: undefined; readonly reply: FeatureReply };

/** The name of a function in messages, and its time limit. */
interface RunSettings {
  /** For example `The prompt`. */
  readonly subject: string;
  readonly timeoutMs?: number | undefined;
}

/** Runs a function of a definition. */
export type RunFeature = <Value>(
  work: (context: McpContext) => MaybePromise<Value>,
  request: FeatureRequest,
  settings: RunSettings,
) => Promise<FeatureRun<Value>>;

/** Runs functions under the limits of tools: concurrency, time, and no details of unexpected errors. */
export function createRunFeature(report: (thrown: unknown) => void): RunFeature {
  let running = 0;
  return async (work, request, { subject, timeoutMs }) => {
    const { limits } = request.context.service;
    // Limits concurrency. MCP-COMP-05
    if (running >= limits.runningCalls) return { reply: featureError(overloaded) };
    const time = new FeatureTimeLimit(timeoutMs ?? limits.timeoutMs, request.context.lifetime);
    running += 1;
    try {
      return { value: await Promise.race([start(work, contextOf(request, time)), time.ended]) };
    } catch (thrown) {
      if (isInputRequired(thrown)) return { reply: { kind: 'input_required', requests: thrown.requests } };
      if (time.isOver) return { reply: featureError(internalError(`${subject} timed out. Try again later.`)) };
      if (isToolError(thrown)) return { reply: featureError(internalError(mapError(thrown).message)) };
      report(thrown);
      return { reply: featureError(internalError(`${subject} failed unexpectedly`)) };
    } finally {
      running -= 1;
      time.stop();
    }
  };
}

// Turns a synchronous throw into a rejection.
async function start<Value>(work: (context: McpContext) => MaybePromise<Value>, context: McpContext): Promise<Value> {
  return work(context);
}

function contextOf({ context, ask }: FeatureRequest, time: FeatureTimeLimit): McpContext {
  const { principal, values, client, sessionId } = context;
  return {
    principal,
    client: clientOfRun({ client, ask }),
    sessionId,
    signal: time.signal,
    get: (key) => values.get(key),
    ask: async (requests) => {
      for (const [key, request] of Object.entries<InputRequest>(requests)) {
        if (request.kind === 'url') checkInputUrl(key, request.url);
      }
      if (ask === undefined) throw new InputRequired(requests);
      // Waiting for the user doesn't count toward the time limit.
      return time.pauseFor(ask(requests));
    },
  };
}

const overloaded: RpcError = refusalError({
  kind: 'refused',
  code: 'overloaded',
  message: 'Too many requests are running. Try again in 1 second.',
  retryAfterMs: 1000,
});

/** The time limit of a function. It also ends when the caller disconnects. */
export class FeatureTimeLimit {
  /** Rejects when the limit is reached or the caller disconnects. */
  readonly ended: Promise<never>;
  readonly signal: AbortSignal;
  readonly #lazy: LazySignal;
  readonly #timer: PausableTimer;

  constructor(ms: number, lifetime: Lifetime) {
    this.#timer = new PausableTimer(Math.min(ms, maxTimerMs));
    this.#lazy = new LazySignal(lifetime);
    const { signal } = this.#lazy;
    this.signal = signal;
    this.ended = new Promise((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason as Error);
      else signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    this.#timer.start(() => this.#lazy.abort(new DOMException('The time limit was reached', 'AbortError')));
  }

  get isOver(): boolean {
    return this.signal.aborted;
  }

  /** Pauses the clock until the promise settles, for example while the user is asked for input. */
  pauseFor<T>(promise: Promise<T>): Promise<T> {
    return this.#timer.pauseFor(promise);
  }

  /** Releases the timer and the listener. */
  stop(): void {
    this.#timer.stop();
    this.#lazy.release();
  }
}
