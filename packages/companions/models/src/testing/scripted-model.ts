import { checkChoice, checkNames, type NamesOf } from '@toolwire/internal';
import { type AnsweredCall, type AnswerOptions, createAnswerCalls, type ModelCall } from '../calls/answer-calls.ts';
import { checkLimits } from '../calls/answer-options.ts';
import { type Attempts, createAttempts } from '../calls/attempts.ts';
import type { ToolCaller, ToolResult } from '../calls/tool-result.ts';
import type { JsonSchema, ModelTool } from '../offer/model-tool.ts';
import { type OfferOptions, offerTools, type Reader } from '../offer/offer-tools.ts';
import type { ToolReport } from '../offer/tool-report.ts';
import { UnrecordedCall } from './cassette.ts';

/** A call that a script has its model make. */
export interface ScriptedCall {
  /** The name that models know the tool by. */
  readonly name: string;
  /** An object, or a text for what is no JSON; nothing if left out. */
  readonly input?: unknown;
  /** As the model's interface would give it; one of its own if left out. */
  readonly id?: string | undefined;
}

/** Calls that are made at once: a list, or what a function makes of all that was read before. */
export type ScriptedTurn = readonly ScriptedCall[] | ((read: readonly ReadAnswer[]) => readonly ScriptedCall[]);

/** What a model has read of one of its calls, and what is behind it. */
export interface ReadAnswer {
  readonly call: ModelCall;
  readonly text: string;
  readonly isError: boolean;
  /** What was called; left out where there is no such tool. */
  readonly toolId?: string;
  /** How the call ended; left out where there was none. */
  readonly result?: ToolResult;
  /** What the caller of tools threw instead. */
  readonly thrown?: unknown;
}

/** A tool as a model is told of it. */
export interface ToldTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** What goes along with a script. */
export interface ScriptOptions {
  /** Ends the calls; each is answered all the same. */
  readonly signal?: AbortSignal | undefined;
}

/** A model of no mind of its own: it calls tools as it is given, and tells what it has read. */
export interface ScriptedModel {
  /** What it is told of the tools. */
  readonly tools: readonly ToldTool[];
  readonly report: readonly ToolReport[];
  /** Makes calls turn by turn, as one conversation, and gives what was read of each: in the order of the calls. */
  run(turns: readonly ScriptedTurn[], options?: ScriptOptions): Promise<readonly ReadAnswer[]>;
  /** Makes one call, as a conversation of its own. */
  call(name: string, input?: unknown, options?: ScriptOptions): Promise<ReadAnswer>;
  /** How long answers would have been held back so far, in milliseconds; a script never waits. */
  readonly heldBackMs: number;
}

/** How a scripted model is told of tools, and answered. */
export interface ScriptedModelOptions extends OfferOptions, AnswerOptions {
  /** How often it may call a tool in vain in one run, and how long it would be held back; as `createAttempts` has it if left out. */
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

// As the strictest interface has it, so that what holds here holds for every model.
const reader: Reader = { parameterName: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/ };

/** Makes a model for tests: it calls tools as it is given, and tells what a model would have read. */
export function createScriptedModel(
  tools: readonly ModelTool[],
  caller: ToolCaller,
  options: ScriptedModelOptions = {},
): ScriptedModel {
  checkNames('createScriptedModel()', options, optionNames);
  checkChoice('versions', options.versions ?? 'latest', ['latest', 'all']);
  checkLimits(options);
  const { attempts: policy, onAnswer, ...rest } = options;
  const offer = offerTools(tools, reader, rest);
  let lastId = 0;
  let heldBackMs = 0;
  const holdBack = async (afterMs: number): Promise<void> => {
    heldBackMs += afterMs;
  };

  const takeTurn = async (
    calls: readonly ScriptedCall[],
    attempts: Attempts,
    signal: AbortSignal | undefined,
  ): Promise<readonly ReadAnswer[]> => {
    const behind: AnsweredCall[] = [];
    const note = (answered: AnsweredCall): void => {
      behind.push(answered);
      onAnswer?.(answered);
    };
    const asked = calls.map(({ name, input = {}, id }) => {
      lastId += 1;
      return { id: id ?? `call_${lastId}_of_a_scripted_model`, name, input };
    });
    await createAnswerCalls(offer, caller, { ...rest, onAnswer: note }, holdBack)(asked, { signal, attempts });
    // A model would be told of it as of any failure, and the test would go on with what was never recorded.
    const unrecorded = behind.find(({ thrown }) => thrown instanceof UnrecordedCall);
    if (unrecorded !== undefined) throw unrecorded.thrown;
    return behind.map(({ call, answer: { text, isError }, toolId, result, thrown }) => ({
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
    const read: ReadAnswer[] = [];
    for (const turn of turns) {
      read.push(...(await takeTurn(typeof turn === 'function' ? turn([...read]) : turn, attempts, signal)));
    }
    return read;
  };

  return {
    tools: offer.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    report: offer.report,
    run,
    async call(name, input, callOptions) {
      const [read] = await run([[{ name, input }]], callOptions);
      if (read === undefined) throw new Error('A call without an answer');
      return read;
    },
    get heldBackMs() {
      return heldBackMs;
    },
  };
}
