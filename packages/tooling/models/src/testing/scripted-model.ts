import { checkChoice, checkNames, type NamesOf } from '@toolwire/internal';
import { type AdaptOptions, adaptTools } from '../adapt/adapt-tools.ts';
import { strictestApi } from '../adapt/model-apis.ts';
import type { JsonSchema, ModelTool, ToolReport } from '../adapt/model-tool.ts';
import { type AnsweredCall, type AnswerOptions, createAnswerCalls, type ModelCall } from '../calls/answer-calls.ts';
import { checkLimits } from '../calls/answer-options.ts';
import { type Attempts, createAttempts } from '../calls/attempts.ts';
import type { ToolCaller, ToolResult } from '../calls/tool-result.ts';
import { UnrecordedCall } from './cassette.ts';

/** A call in a script. */
export interface ScriptedCall {
  /** The model-facing name of the tool. */
  readonly name: string;
  /** An object, or a string for invalid JSON. Default: an empty object. */
  readonly input?: unknown;
  /** The ID that the model's API would give. Default: a generated ID. */
  readonly id?: string | undefined;
}

/** Concurrent calls: a list, or a function that returns it for the answers so far. */
export type ScriptedTurn = readonly ScriptedCall[] | ((answers: readonly ScriptedAnswer[]) => readonly ScriptedCall[]);

/** The answer to a scripted call, with its details. */
export interface ScriptedAnswer {
  readonly call: ModelCall;
  readonly text: string;
  readonly isError: boolean;
  /** The ID of the tool; absent if no tool has this name. */
  readonly toolId?: string;
  /** The result; absent if the tool was not called. */
  readonly result?: ToolResult;
  /** The error that the call threw instead. */
  readonly thrown?: unknown;
}

/** A tool as a model sees it. */
export interface ModelFacingTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** Options for running a script. */
export interface ScriptOptions {
  /** Cancels the calls; each call still gets an answer. */
  readonly signal?: AbortSignal | undefined;
}

/** A model for tests. It makes the calls of a script and returns the answers. */
export interface ScriptedModel {
  /** The tools as the model sees them. */
  readonly tools: readonly ModelFacingTool[];
  readonly report: readonly ToolReport[];
  /** Makes calls turn by turn, as one conversation, and resolves to their answers in the order of the calls. */
  run(turns: readonly ScriptedTurn[], options?: ScriptOptions): Promise<readonly ScriptedAnswer[]>;
  /** Makes one call, as a separate conversation. */
  call(name: string, input?: unknown, options?: ScriptOptions): Promise<ScriptedAnswer>;
  /** The total delay in milliseconds that answers would have had so far. A script never waits. */
  readonly totalDelayMs: number;
}

/** Options of `createScriptedModel`. */
export interface ScriptedModelOptions extends AdaptOptions, AnswerOptions {
  /** The limits for failed attempts and delays in one run. Default: those of `createAttempts`. */
  readonly attempts?: Partial<Attempts['policy']> | undefined;
}

const optionNames: NamesOf<ScriptedModelOptions> = {
  versions: true,
  maxCharacters: true,
  maxTokens: true,
  countTokens: true,
  artifacts: true,
  onAnswer: true,
  attempts: true,
};

/** Creates a model for tests that makes the calls of a script. */
export function createScriptedModel(
  tools: readonly ModelTool[],
  caller: ToolCaller,
  options: ScriptedModelOptions = {},
): ScriptedModel {
  checkNames('createScriptedModel()', options, optionNames);
  checkChoice('versions', options.versions ?? 'latest', ['latest', 'all']);
  checkLimits(options);
  const { attempts: policy, onAnswer, ...rest } = options;
  const adapted = adaptTools(tools, strictestApi, rest);
  let lastId = 0;
  let delayMs = 0;
  const countDelay = async (afterMs: number): Promise<void> => {
    delayMs += afterMs;
  };

  const runTurn = async (
    calls: readonly ScriptedCall[],
    attempts: Attempts,
    signal: AbortSignal | undefined,
  ): Promise<readonly ScriptedAnswer[]> => {
    const answeredCalls: AnsweredCall[] = [];
    const record = (answered: AnsweredCall): void => {
      answeredCalls.push(answered);
      onAnswer?.(answered);
    };
    const modelCalls = calls.map(({ name, input = {}, id }) => {
      lastId += 1;
      return { id: id ?? `call_${lastId}_of_a_scripted_model`, name, input };
    });
    await createAnswerCalls(
      adapted,
      caller,
      { ...rest, onAnswer: record },
      countDelay,
    )(modelCalls, { signal, attempts });
    // Thrown, because a test must not go on with a failure that was never recorded.
    const unrecorded = answeredCalls.find(({ thrown }) => thrown instanceof UnrecordedCall);
    if (unrecorded !== undefined) throw unrecorded.thrown;
    return answeredCalls.map(({ call, answer: { text, isError }, toolId, result, thrown }) => ({
      call,
      text,
      isError,
      ...(toolId !== undefined && { toolId }),
      ...(result !== undefined && { result }),
      ...(thrown !== undefined && { thrown }),
    }));
  };

  const run: ScriptedModel['run'] = async (turns, { signal } = {}) => {
    const attempts = createAttempts(policy);
    const answers: ScriptedAnswer[] = [];
    for (const turn of turns) {
      answers.push(...(await runTurn(typeof turn === 'function' ? turn([...answers]) : turn, attempts, signal)));
    }
    return answers;
  };

  return {
    tools: adapted.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    report: adapted.report,
    run,
    async call(name, input, callOptions) {
      const [answer] = await run([[{ name, input }]], callOptions);
      if (answer === undefined) throw new Error('The call has no answer.');
      return answer;
    },
    get totalDelayMs() {
      return delayMs;
    },
  };
}
