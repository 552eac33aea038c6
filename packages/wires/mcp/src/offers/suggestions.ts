import type { Suggestions } from '../definitions/suggestions.ts';
import { rpcCodes } from '../rpc/json-rpc.ts';
import { type OfferReply, type OfferRequest, offerError, offerResult } from './offer.ts';
import type { RunOffer } from './run-offer.ts';

/** What is being completed. */
export interface Completing {
  /** Of the variable or argument. */
  readonly name: string;
  /** What was typed of its value. */
  readonly typed: string;
  readonly chosen: Readonly<Record<string, string>>;
}

/** The most values of one answer, by the protocol. */
const most = 100;

/** Answers with what may be meant. */
export function suggest(
  suggestions: Suggestions,
  { typed, chosen }: Completing,
  request: OfferRequest,
  run: RunOffer,
): OfferReply | Promise<OfferReply> {
  if (typeof suggestions !== 'function') return encodeSuggestions(matching(suggestions, typed));
  const settings = { subject: 'The list of values' };
  return run((context) => suggestions(typed, { ...context, chosen }), request, settings).then(
    ({ reply, value }) => reply ?? encodeSuggestions(value),
  );
}

// Those of a list that begin with what was typed, then those that contain it, whatever the case.
function matching(values: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLowerCase();
  const begins = new Set(values.filter((value) => value.toLowerCase().startsWith(wanted)));
  const contains = values.filter((value) => !begins.has(value) && value.toLowerCase().includes(wanted));
  return [...begins, ...contains];
}

function encodeSuggestions(values: readonly string[]): OfferReply {
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) {
    return offerError(rpcCodes.internal, 'The list of values could not be read');
  }
  // MCP-COMP-01: a hundred at most, and word of how many there are.
  const shown = values.slice(0, most);
  return offerResult({ completion: { values: shown, total: values.length, hasMore: values.length > most } });
}
