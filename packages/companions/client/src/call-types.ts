import type { GotFrom, SentTo, TypedTool } from '@toolwire/internal';

/** A tool of which nothing is known. */
export interface UnknownTool {
  run(input: object): unknown;
}

/** What a tool takes. */
export type CallInput<Definition extends TypedTool> = SentTo<Definition>;

/** What comes back from a tool: what it returns, as JSON carries it, and null where it returns nothing. */
export type CallOutput<Definition extends TypedTool> = Returned<GotFrom<Definition>>;

type Returned<Value> = Value extends void ? null : Written<Value>;

/** A value after its way through JSON, where a date has become a text. */
type Written<Value> = Value extends { toJSON(): infer Json }
  ? Json
  : Value extends object
    ? { [Key in keyof Value]: Written<Value[Key]> }
    : Value;
