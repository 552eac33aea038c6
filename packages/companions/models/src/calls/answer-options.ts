import { checkNames, type NamesOf } from '@toolwire/internal';
import type { OfferOptions, StrictOfferOptions } from '../offer/offer-tools.ts';
import type { AnswerOptions } from './answer-calls.ts';

/** The options of tools for an interface without a strict mode. */
export interface ModelToolsOptions extends OfferOptions, AnswerOptions {}

/** The options of tools for an interface with a strict mode. */
export interface StrictModelToolsOptions extends StrictOfferOptions, AnswerOptions {}

const names: NamesOf<ModelToolsOptions> = { versions: true, maxCharacters: true, onAnswer: true };

/** Refuses options that nobody reads. */
export function checkOptions(of: string, options: object, more: Readonly<Record<string, true>> = {}): void {
  checkNames(of, options, { ...names, ...more });
}
