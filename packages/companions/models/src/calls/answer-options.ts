import { anyLimit, checkChoice, checkNames, checkNumber, type NamesOf } from '@toolwire/internal';
import type { ModelTool } from '../offer/model-tool.ts';
import type { OfferOptions, StrictOfferOptions } from '../offer/offer-tools.ts';
import type { AnswerOptions } from './answer-calls.ts';
import type { Attempts } from './attempts.ts';
import type { CutOptions } from './cut-text.ts';

/** The options of tools for an interface without a strict mode. */
export interface ModelToolsOptions extends OfferOptions, AnswerOptions {}

/** The options of tools for an interface with a strict mode. */
export interface StrictModelToolsOptions extends StrictOfferOptions, AnswerOptions {}

/** The options of tools for an interface where a model can search for tools. */
export interface DeferOptions {
  /** Which tools a model is told of only once it finds them, by a tool to search with that is sent along; none if left out. */
  readonly deferLoading?: ((tool: ModelTool) => boolean) | undefined;
}

/** The options of tools for an interface that takes examples of inputs. */
export interface ExampleOptions {
  /** Inputs that fit a tool's schema, to show a model how it is called; none if left out. An interface refuses a tool with one that does not fit. */
  readonly inputExamples?: ((tool: ModelTool) => readonly ExampleInput[] | undefined) | undefined;
}

/** An input as the tool takes it. */
export type ExampleInput = Readonly<Record<string, unknown>>;

/** What only those who run the tools themselves can be told once: theirs are no turns of ours. */
interface LoopOptions {
  /** Counts what the model tried in vain in the conversation that these tools are for. */
  readonly attempts?: Attempts | undefined;
}

/** The options of tools for an SDK with a loop of its own. */
export interface LoopToolsOptions extends ModelToolsOptions, LoopOptions {}

/** The options of tools for an SDK with a loop of its own and a strict mode. */
export interface StrictLoopToolsOptions extends StrictModelToolsOptions, LoopOptions {}

const names: NamesOf<ModelToolsOptions> = {
  versions: true,
  maxCharacters: true,
  maxTokens: true,
  countTokens: true,
  artifacts: true,
  onAnswer: true,
};

/** Refuses options that nobody reads, and values that make no sense. */
export function checkOptions(
  of: string,
  options: StrictModelToolsOptions = {},
  more: Readonly<Record<string, true>> = {},
): void {
  checkNames(of, options, { ...names, ...more });
  const { versions = 'latest', strict = 'off' } = options;
  checkChoice('versions', versions, ['latest', 'all']);
  checkChoice('strict', strict, ['off', 'auto']);
  checkLimits(options);
}

/** Refuses limits that make no sense, before a model is asked and not with its first call. */
export function checkLimits({ maxCharacters = 1, maxTokens = 1 }: CutOptions): void {
  checkNumber('maxCharacters', maxCharacters, anyLimit);
  checkNumber('maxTokens', maxTokens, anyLimit);
}
