import type { Suggestions } from '../definitions/mcp-context.ts';
import { rpcCodes } from '../json-rpc/json-rpc.ts';
import { type FeatureReply, type FeatureRequest, featureError, featureResult } from './feature.ts';
import type { RunFeature } from './run-feature.ts';

/** The completion that a client requests. */
export interface CompletionRequest {
  /** The name of the variable or argument. */
  readonly name: string;
  /** The text typed so far. */
  readonly typed: string;
  readonly chosen: Readonly<Record<string, string>>;
}

/** The maximum number of values per response, from the specification. */
const maxSuggestions = 100;

/** Completes with a list or a function. */
export function suggest(
  suggestions: Suggestions,
  { typed, chosen }: CompletionRequest,
  request: FeatureRequest,
  run: RunFeature,
): FeatureReply | Promise<FeatureReply> {
  if (typeof suggestions !== 'function') return encodeSuggestions(matching(suggestions, typed));
  const settings = { subject: 'The list of values' };
  return run((context) => suggestions(typed, { ...context, chosen }), request, settings).then(
    ({ reply, value }) => reply ?? encodeSuggestions(value),
  );
}

// Prefix matches first, then other matches. Case is ignored.
function matching(values: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLowerCase();
  const begins = new Set(values.filter((value) => value.toLowerCase().startsWith(wanted)));
  const contains = values.filter((value) => !begins.has(value) && value.toLowerCase().includes(wanted));
  return [...begins, ...contains];
}

function encodeSuggestions(values: readonly string[]): FeatureReply {
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) {
    return featureError(rpcCodes.internal, 'The list of values is invalid');
  }
  // At most a hundred values, with the total. MCP-COMP-01
  const shown = values.slice(0, maxSuggestions);
  return featureResult({
    completion: { values: shown, total: values.length, hasMore: values.length > maxSuggestions },
  });
}
