import { checkChoice, checkNames, type NamesOf } from '@toolwire/internal';
import type { AdaptOptions, StrictAdaptOptions } from '../adapt/adapt-tools.ts';
import type { ModelTool } from '../adapt/model-tool.ts';
import type { Attempts } from '../calls/attempts.ts';
import type { AnswerOptions } from '../calls/model-answer.ts';
import { checkLimits } from '../calls/truncate-text.ts';

/** Options for an API without strict mode. */
export interface ModelToolsOptions extends AdaptOptions, AnswerOptions {}

/** Options for an API with strict mode. */
export interface StrictModelToolsOptions extends StrictAdaptOptions, AnswerOptions {}

/** Options for an API in which a model can search for tools. */
export interface DeferOptions {
  /** Selects the tools that a model loads only when it finds them with the API's search tool. Default: none. */
  readonly deferLoading?: ((tool: ModelTool) => boolean) | undefined;
}

/** Options for an API that accepts example inputs. */
export interface ExampleOptions {
  /** Returns valid inputs that show a model how to call the tool. Default: none. The API rejects a tool with an invalid example. */
  readonly inputExamples?: ((tool: ModelTool) => readonly ExampleInput[] | undefined) | undefined;
}

/** A valid input of a tool. */
type ExampleInput = Readonly<Record<string, unknown>>;

/** Options for SDKs that run the tools themselves: they can't pass `TurnOptions`. */
interface LoopOptions {
  /** Counts the failed attempts of the conversation that these tools are for. */
  readonly attempts?: Attempts | undefined;
}

/** Options for an SDK that runs tools in its own loop. */
export interface LoopToolsOptions extends ModelToolsOptions, LoopOptions {}

/** Options for an SDK that runs tools in its own loop and has strict mode. */
export interface StrictLoopToolsOptions extends StrictModelToolsOptions, LoopOptions {}

/** The names of the options of every format. */
const modelToolsNames: NamesOf<ModelToolsOptions> = {
  versions: true,
  maxCharacters: true,
  artifacts: true,
  onAnswer: true,
};

/** Rejects unknown options and invalid values. */
export function checkOptions(
  functionName: string,
  options: StrictModelToolsOptions | undefined = {},
  more: readonly string[],
): void {
  checkNames(functionName, options, { ...modelToolsNames, ...Object.fromEntries(more.map((name) => [name, true])) });
  const { versions = 'latest', strict = 'off' } = options;
  checkChoice('versions', versions, ['latest', 'all']);
  checkChoice('strict', strict, ['off', 'auto']);
  checkLimits(options);
}
