import { StartUpError } from '@toolwire/internal';
import { type AdaptedTools, adaptTools, type StrictAdaptOptions } from '../adapt/adapt-tools.ts';
import type { ModelApi } from '../adapt/model-apis.ts';
import type { AnswerCalls, AnswerOptions } from '../calls/answer-calls.ts';
import type { ToolCaller } from '../calls/tool-result.ts';
import { findTools } from '../source/find-tools.ts';
import type { ModelToolList, ToolArguments } from '../source/model-tool-source.ts';

/** Tools that are adapted to an API, and the function that answers their calls. */
export interface Prepared {
  readonly adapted: AdaptedTools;
  readonly answerCalls: AnswerCalls;
}

/** Finds tools and adapts them to an API. `functionName` names the calling function in errors. */
export async function prepareTools(
  functionName: string,
  { source, caller: separateCaller }: SplitArguments<object>,
  api: ModelApi,
  options: StrictAdaptOptions & AnswerOptions,
): Promise<Prepared> {
  const [{ tools, caller }, budget] = await Promise.all([
    findTools(functionName, source, separateCaller),
    options.strict === 'auto' ? api.loadStrictBudget?.() : undefined,
  ]);
  const adapted = adaptTools(tools, api, options, budget);
  return { adapted, answerCalls: lazyAnswerCalls(adapted, caller, options) };
}

/** The arguments of `toOpenAiChat` and the other conversions by their meaning. */
export interface SplitArguments<Options> {
  readonly source: ModelToolList;
  readonly caller: ToolCaller | undefined;
  readonly options: Options | undefined;
}

/** Splits the arguments, of which the second is a caller or the options. */
export function splitArguments<Options extends object>([
  source,
  second,
  third,
]: ToolArguments<Options>): SplitArguments<Options> {
  return isCaller(second)
    ? { source, caller: second, options: third }
    : { source, caller: undefined, options: third ?? second };
}

function isCaller(value: unknown): value is ToolCaller {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && 'call' in value);
}

/** Returns the options of an SDK whose own functions create the tools, and throws if one is missing. */
export function requireSdkFunctions<Options extends object>(
  functionName: string,
  options: Options | undefined,
  names: readonly (keyof Options & string)[],
): Options {
  if (options !== undefined && names.every((name) => typeof options[name] === 'function')) return options;
  throw new StartUpError(
    'TW_OPTION_TYPE',
    `${functionName} needs functions of the provider's SDK. Import these functions from it, and pass them: ${functionName.replace('()', `(client, { ${names.join(', ')} })`)}`,
  );
}

/** Loads `createAnswerCalls` with the first call. */
function lazyAnswerCalls(adapted: AdaptedTools, caller: ToolCaller, options: AnswerOptions): AnswerCalls {
  let loading: Promise<AnswerCalls> | undefined;
  const load = (): Promise<AnswerCalls> => {
    loading ??= import('../calls/answer-calls.ts').then(
      ({ createAnswerCalls }) => createAnswerCalls(adapted, caller, options),
      (error: unknown) => {
        // So that the next turn tries again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return async (calls, turn) => (await load())(calls, turn);
}
