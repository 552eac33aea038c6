import type { Call, RefusedOutcome, Stage, Tool } from '@toolwire/core';
import {
  arrivalStageMark,
  checkFunction,
  checkNames,
  formatDuration,
  isPromise,
  type NamesOf,
  principalKey,
} from '@toolwire/internal';
import { createRateLimit, type RateLimitOptions, type RateLimitResult, rateLimitNames } from '../rate-limit.ts';
import { refuseBeforeRun } from './refusals.ts';
import type { ToolCall } from './run-list.ts';

/** Options of `rate()`: each tool and principal has its own limit. */
export interface RateOptions extends RateLimitOptions {
  /** By default calls are counted per tool and principal. */
  readonly by?: undefined;
}

/** Options of `rate()` with a custom key. */
export interface RateByOptions<Reached extends Call> extends RateLimitOptions {
  /** Returns the key; calls with the same key share a limit. Don't use values that callers can vary, for example `call.toolId`. */
  readonly by: (call: Reached) => string;
}

const optionNames: NamesOf<RateByOptions<Call>> = { ...rateLimitNames, by: true };

/** Limits the rate of calls: further calls are refused as `overloaded`, with a retry hint. */
export function rate(options: RateOptions): Stage<ToolCall>;
export function rate<Reached extends Call>(options: RateByOptions<Reached>): Stage<Reached>;
export function rate(options: RateOptions | RateByOptions<Call>): Stage<ToolCall> {
  checkNames('rate()', options, optionNames);
  const { by = byTool, ...limitOptions } = options;
  checkFunction('by', by, "by: ({ principal }) => principal?.id ?? 'anonymous'");
  const limit = createRateLimit(limitOptions);
  const limitText = `Too many calls: the limit is ${limitOptions.limit} in ${formatDuration(limitOptions.windowMs)}.`;
  const stage: Stage<ToolCall> = (call, next) => {
    const decide = (result: RateLimitResult): ReturnType<typeof next> =>
      result.allowed ? next() : refusal(result, limitText, call.tool);
    const result = limit.take(by(call));
    return isPromise(result) ? result.then(decide) : decide(result);
  };
  return Object.assign(stage, { [arrivalStageMark]: true });
}

/** Counts per principal over all tools; anonymous calls share a key. */
export function byPrincipal({ principal }: Call): string {
  return principal === undefined ? 'anonymous' : `principal ${principalKey(principal)}`;
}

/** Uses the resolved tool, because callers can spell a tool ID in several ways. */
function byTool({ tool, principal }: ToolCall): string {
  return principal === undefined ? tool.id : `${tool.id} ${principalKey(principal)}`;
}

function refusal(
  { storeFailed, retryAfterMs }: RateLimitResult,
  limitText: string,
  tool: Tool | undefined,
): RefusedOutcome {
  const reason = storeFailed ? 'The server cannot count calls at the moment.' : limitText;
  return refuseBeforeRun({ code: storeFailed ? 'unavailable' : 'overloaded', reason, retryAfterMs, tool });
}
