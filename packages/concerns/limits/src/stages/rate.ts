import type { Call, RefusedOutcome, Stage, Tool } from '@toolwire/core';
import { checkNames, isPromise, type NamesOf, principalKey } from '@toolwire/internal';
import { createRateLimit, type RateAnswer, type RateLimitOptions, rateLimitNames } from '../rate-limit.ts';
import { inWords, waitInWords } from '../time-limit.ts';

/** How many calls of a tool may begin in which time; those of each principal on their own, where calls carry one. */
export interface RateOptions extends RateLimitOptions {
  /** Left out, each tool is counted on its own, and within it each principal. */
  readonly by?: undefined;
}

/** How many calls may begin in which time, counted by a key of one's own. */
export interface RateByOptions<Reached extends Call> extends RateLimitOptions {
  /** Calls with the same key share a limit. Make it of nothing that a caller can make up for each call, such as `call.toolId`. */
  readonly by: (call: Reached) => string;
}

type RatedCall = Call & { readonly tool: Tool };

const optionNames: NamesOf<RateByOptions<Call>> = { ...rateLimitNames, by: true };

/** Limits how often calls begin: those beyond are refused as `overloaded`, with how long until there is room. */
export function rate(options: RateOptions): Stage<RatedCall>;
export function rate<Reached extends Call>(options: RateByOptions<Reached>): Stage<Reached>;
export function rate(options: RateOptions | RateByOptions<Call>): Stage<RatedCall> {
  checkNames('rate()', options, optionNames);
  const { by = byTool, ...limitOptions } = options;
  const limit = createRateLimit(limitOptions);
  const tooMany = `Too many calls: there may be ${limitOptions.limit} in ${inWords(limitOptions.windowMs)}.`;
  const stage: Stage<RatedCall> = (call, next) => {
    const go = (answer: RateAnswer): ReturnType<typeof next> =>
      answer.allowed ? next() : refusal(answer, tooMany, call.tool);
    const answer = limit.take(by(call));
    return isPromise(answer) ? answer.then(go) : go(answer);
  };
  return Object.assign(stage, { [onArrivalMark]: true });
}

// Symbol.for: a server that knows it may be of another copy. In `use` it has such a stage see a call that goes on as a task when it comes, and not
// again when it is run; around the run of tools it sees runs alone.
const onArrivalMark = Symbol.for('toolwire.on-arrival');

/** The key of a principal over all tools; calls without one share a key. */
export function byPrincipal({ principal }: Call): string {
  return principal === undefined ? 'anonymous' : `principal ${principalKey(principal)}`;
}

/** The tool that was found, never the id that was asked for: a caller can write that in as many ways as it likes. */
function byTool({ tool, principal }: RatedCall): string {
  return principal === undefined ? tool.id : `${tool.id} ${principalKey(principal)}`;
}

function refusal({ storeFailed, retryAfterMs }: RateAnswer, tooMany: string, tool: Tool | undefined): RefusedOutcome {
  const why = storeFailed ? 'The server cannot count calls at the moment.' : tooMany;
  return {
    kind: 'refused',
    code: storeFailed ? 'unavailable' : 'overloaded',
    message: `${why} The tool did not run; try again in ${waitInWords(retryAfterMs)}.`,
    retryAfterMs,
    ...(tool && { tool }),
  };
}
