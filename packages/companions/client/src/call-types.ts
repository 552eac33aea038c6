import type { SentTo, TypedTool, WrittenFrom } from '@toolwire/internal';

/** A tool of which nothing is known. */
export interface UnknownTool {
  run(input: object): unknown;
}

/** What a tool takes. */
export type CallInput<Definition extends TypedTool> = SentTo<Definition>;

/** What comes back from a tool: what it returns, as JSON carries it, and null where it returns nothing. */
export type CallOutput<Definition extends TypedTool> = WrittenFrom<Definition>;
