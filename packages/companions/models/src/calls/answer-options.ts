import { checkNames, type NamesOf } from '@toolwire/internal';
import type { OfferOptions, StrictOfferOptions } from '../offer/offer-tools.ts';
import type { AnswerOptions } from './answer-calls.ts';
import type { Attempts } from './attempts.ts';

/** The options of tools for an interface without a strict mode. */
export interface ModelToolsOptions extends OfferOptions, AnswerOptions {}

/** The options of tools for an interface with a strict mode. */
export interface StrictModelToolsOptions extends StrictOfferOptions, AnswerOptions {}

/** What only those who run the tools themselves can be told once: theirs are no turns of ours. */
interface LoopOptions {
  /** Counts what the model tried in vain in the conversation that these tools are for. */
  readonly attempts?: Attempts | undefined;
}

/** The options of tools for an SDK with a loop of its own. */
export interface LoopToolsOptions extends ModelToolsOptions, LoopOptions {}

/** The options of tools for an SDK with a loop of its own and a strict mode. */
export interface StrictLoopToolsOptions extends StrictModelToolsOptions, LoopOptions {}

const names: NamesOf<ModelToolsOptions> = { versions: true, maxCharacters: true, onAnswer: true };

/** Refuses options that nobody reads. */
export function checkOptions(of: string, options: object, more: Readonly<Record<string, true>> = {}): void {
  checkNames(of, options, { ...names, ...more });
}
