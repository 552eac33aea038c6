import { StartupError } from '@toolwire/internal';
import { type AdaptedTools, adaptTools, type StrictAdaptOptions } from '../adapt/adapt-tools.ts';
import type { ModelApi } from '../adapt/model-apis.ts';
import type { StrictBudget } from '../adapt/strict-budget.ts';
import type { AnswerCalls, AnswerOptions, ModelAnswer, ModelCall, TurnOptions } from '../calls/model-answer.ts';
import type { CallTool } from '../calls/tool-result.ts';
import { findTools } from '../source/find-tools.ts';
import type { ModelToolSource } from '../source/model-tool-source.ts';

/** Tools that are adapted to an API, and the functions that answer their calls. */
export interface Prepared {
  readonly adapted: AdaptedTools;
  readonly answerCalls: AnswerCalls;
  /** Answers one call, for SDKs that run tools one by one. */
  readonly answerOne: (call: ModelCall, turn: TurnOptions) => Promise<ModelAnswer>;
}

/** Finds tools and adapts them to an API. `functionName` names the calling function in errors. */
export async function prepareTools(
  functionName: string,
  source: ModelToolSource,
  api: ModelApi,
  options: StrictAdaptOptions & AnswerOptions,
): Promise<Prepared> {
  const [{ tools, call }, budget] = await Promise.all([
    findTools(functionName, source),
    options.strict === 'auto' ? loadStrictBudget(api) : undefined,
  ]);
  const adapted = adaptTools(tools, api, options, budget);
  const answerCalls = lazyAnswerCalls(adapted, call, options);
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

/** Throws if a function of an SDK is missing, whose own functions create the tools. */
export function requireSdkFunctions<Options extends object>(
  functionName: string,
  options: Options | undefined,
  names: readonly (keyof Options & string)[],
): void {
  if (options !== undefined && names.every((name) => typeof options[name] === 'function')) return;
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
