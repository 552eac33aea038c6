import { withoutUndefined } from '@toolwire/internal';
import { type AdaptOptions, adaptTools } from '../adapt/adapt-tools.ts';
import { strictestApi } from '../adapt/model-apis.ts';
import type { JsonSchema, ModelTool, ToolReport } from '../adapt/model-tool.ts';
import { createAnswerCalls } from '../calls/answer-calls.ts';
import { type Attempts, createAttempts } from '../calls/attempts.ts';
import type { AnsweredCall, AnswerOptions, ModelAnswer } from '../calls/model-answer.ts';
import type { ToolCaller } from '../calls/tool-caller.ts';
import { checkOptions } from '../to/model-tools-options.ts';
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
export interface ScriptedAnswer
  extends Pick<AnsweredCall, 'call' | 'toolId' | 'result' | 'thrown'>,
    Pick<ModelAnswer, 'text' | 'isError'> {}

/** A tool as a model sees it. */
export interface ModelFacingTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** A model for tests. It makes the calls of a script and returns the answers. */
export interface ScriptedModel {
  /** The tools as the model sees them. */
  readonly tools: readonly ModelFacingTool[];
  readonly report: readonly ToolReport[];
  /** Makes calls turn by turn, as one conversation, and resolves to their answers in the order of the calls. */
  run(turns: readonly ScriptedTurn[]): Promise<readonly ScriptedAnswer[]>;
  /** Makes one call, as a separate conversation. */
  call(name: string, input?: unknown): Promise<ScriptedAnswer>;
  /** The total delay in milliseconds that answers would have had so far. A script never waits. */
  readonly totalDelayMs: number;
}

/** Options of `createScriptedModel`. */
export interface ScriptedModelOptions extends AdaptOptions, AnswerOptions {}

/** Creates a model for tests that makes the calls of a script. */
export function createScriptedModel(
  tools: readonly ModelTool[],
  caller: ToolCaller,
  options: ScriptedModelOptions = {},
): ScriptedModel {
  checkOptions('createScriptedModel()', options, []);
  const { onAnswer, ...rest } = options;
  const adapted = adaptTools(tools, strictestApi, rest);
  // Each model has separate IDs: an API never gives one twice, and a server runs a repeated call once.
  const idPrefix = crypto.randomUUID();
  let lastId = 0;
  let delayMs = 0;
  const countDelay = async (afterMs: number): Promise<void> => {
    delayMs += afterMs;
  };

  const runTurn = async (calls: readonly ScriptedCall[], attempts: Attempts): Promise<readonly ScriptedAnswer[]> => {
    const answeredCalls: AnsweredCall[] = [];
    const record = (answered: AnsweredCall): void => {
      answeredCalls.push(answered);
      onAnswer?.(answered);
    };
    const modelCalls = calls.map(({ name, input = {}, id }) => {
      lastId += 1;
      return { id: id ?? `${idPrefix}_${lastId}`, name, input };
    });
    await createAnswerCalls(adapted, caller, { ...rest, onAnswer: record }, countDelay)(modelCalls, { attempts });
    // Thrown, because a test must not go on with a failure that was never recorded.
    const unrecorded = answeredCalls.find(({ thrown }) => thrown instanceof UnrecordedCall);
    if (unrecorded !== undefined) throw unrecorded.thrown;
    return answeredCalls.map(({ call, answer: { text, isError }, toolId, result, thrown }) => ({
      call,
      text,
      isError,
      ...withoutUndefined({ toolId, result, thrown }),
    }));
  };

  const run: ScriptedModel['run'] = async (turns) => {
    const attempts = createAttempts();
    const answers: ScriptedAnswer[] = [];
    for (const turn of turns) {
      answers.push(...(await runTurn(typeof turn === 'function' ? turn([...answers]) : turn, attempts)));
    }
    return answers;
  };

  return {
    tools: adapted.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    report: adapted.report,
    run,
    async call(name, input) {
      const [answer] = await run([[{ name, input }]]);
      if (answer === undefined) throw new Error('The call has no answer.');
      return answer;
    },
    get totalDelayMs() {
      return delayMs;
    },
  };
}
