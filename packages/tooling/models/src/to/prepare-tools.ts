import { own, StartupError } from '@toolwire/internal';
import { type AdaptedTools, adaptTools } from '../adapt/adapt-tools.ts';
import type { ModelApi } from '../adapt/model-apis.ts';
import type { StrictBudget } from '../adapt/strict-budget.ts';
import type { AnswerCalls, AnswerOptions, ModelAnswer, ModelCall, TurnOptions } from '../calls/model-answer.ts';
import type { CallTool } from '../calls/tool-caller.ts';
import { findTools } from '../source/find-tools.ts';
import type { ModelToolSource } from '../source/model-tool-source.ts';
import { checkOptions, type StrictModelToolsOptions } from './model-tools-options.ts';

/** Tools that are adapted to an API, and the functions that answer their calls. */
interface Prepared {
  readonly adapted: AdaptedTools;
  readonly answerCalls: AnswerCalls;
  /** Answers one call, for SDKs that run tools one by one. */
  readonly answerOne: (call: ModelCall, turn: TurnOptions) => Promise<ModelAnswer>;
}

/** What a function such as `toGemini()` creates tools for. */
interface ToolFormat {
  /** The name of the function, for errors. */
  readonly functionName: string;
  readonly api: ModelApi;
  /** Its own options. */
  readonly optionNames?: readonly string[];
  /** The options that are functions of the provider's SDK, which create the tools and run them in its own loop. */
  readonly sdkFunctions?: readonly string[];
}

/** Checks options, finds tools, and adapts them to the API of a format. */
export async function prepareTools(
  source: ModelToolSource,
  options: StrictModelToolsOptions | undefined,
  { functionName, api, optionNames = [], sdkFunctions = [] }: ToolFormat,
): Promise<Prepared> {
  const modeNames = api.strict === undefined ? [] : ['strict'];
  const loopNames = sdkFunctions.length === 0 ? [] : ['attempts', ...sdkFunctions];
  checkOptions(functionName, options, [...modeNames, ...loopNames, ...optionNames]);
  requireSdkFunctions(functionName, options, sdkFunctions);
  const [{ tools, call }, budget] = await Promise.all([
    findTools(functionName, source),
    options?.strict === 'auto' ? loadStrictBudget(api) : undefined,
  ]);
  const adapted = adaptTools(tools, api, options ?? {}, budget);
  const answerCalls = lazyAnswerCalls(adapted, call, options ?? {});
  return {
    adapted,
    answerCalls,
    async answerOne(modelCall, turn) {
      const [answer = noAnswer] = await answerCalls([modelCall], turn);
      return answer;
    },
  };
}

/** The answer where an SDK has none. */
export const noAnswer: ModelAnswer = { text: 'The tool did not answer.', isError: true };

async function loadStrictBudget({ strict }: ModelApi): Promise<StrictBudget | undefined> {
  if (strict === undefined) return undefined;
  const { createStrictBudget } = await import('../adapt/strict-budget.ts');
  return createStrictBudget(strict);
}

/** Throws if a function of an SDK is missing. */
function requireSdkFunctions(functionName: string, options: unknown, names: readonly string[]): void {
  if (names.every((name) => typeof own(options, name) === 'function')) return;
  throw new StartupError(
    'TW_OPTION_TYPE',
    `${functionName} needs functions of the provider's SDK. Import these functions from it, and pass them: ${functionName.replace('()', `(client, { ${names.join(', ')} })`)}`,
  );
}

/** Loads `createAnswerCalls` with the first call. */
function lazyAnswerCalls(adapted: AdaptedTools, call: CallTool, options: AnswerOptions): AnswerCalls {
  let loading: Promise<AnswerCalls> | undefined;
  const load = (): Promise<AnswerCalls> => {
    loading ??= import('../calls/answer-calls.ts').then(
      ({ createAnswerCalls }) => createAnswerCalls(adapted, call, options),
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
