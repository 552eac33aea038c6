import type { AnswerCalls, AnswerOptions } from '../calls/answer-calls.ts';
import { answerLater } from '../calls/answer-later.ts';
import { type Offer, offerTools, type Reader, type StrictOfferOptions } from '../offer/offer-tools.ts';
import { findTools } from '../source/find-tools.ts';
import type { Taken } from './take-arguments.ts';

/** Tools that are ready for an interface, and what answers calls of them. */
export interface Prepared {
  readonly offer: Offer;
  readonly answerCalls: AnswerCalls;
}

/** Finds tools and makes them ready for an interface; `of` says for which function. */
export async function prepareTools(
  of: string,
  { source, caller: given }: Taken<object>,
  reader: Reader,
  options: StrictOfferOptions & AnswerOptions,
): Promise<Prepared> {
  const [{ tools, caller }, budget] = await Promise.all([
    findTools(of, source, given),
    options.strict === 'auto' ? reader.loadStrictBudget?.() : undefined,
  ]);
  const offer = offerTools(tools, reader, options, budget);
  return { offer, answerCalls: answerLater(offer, caller, options) };
}
