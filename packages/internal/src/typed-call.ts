import type { TypedTool } from './tools-by-name.ts';

/** What a definition says of its callers, if it does. */
type CallerOf<Tool extends TypedTool> = '~caller' extends keyof Tool
  ? NonNullable<Tool['~caller']>
  : { readonly sends: Parameters<Tool['run']>[0]; readonly gets: Awaited<ReturnType<Tool['run']>> };

/** What callers send to a tool; where any of several may run, what suits all of them. */
export type SentTo<Tool extends TypedTool> = (
  Tool extends unknown
    ? (sent: CallerOf<Tool>['sends']) => void
    : never
) extends (sent: infer Sent) => void
  ? Sent
  : never;

/** What callers get from a tool, or from any of several. */
type GotFrom<Tool extends TypedTool> = Tool extends unknown ? CallerOf<Tool>['gets'] : never;

/** The arguments of a call behind the tool id; a tool without parameters can be called with none. */
export type CallArguments<Tool extends TypedTool, Options> =
  Record<string, never> extends SentTo<Tool>
    ? [input?: SentTo<Tool>, options?: Options]
    : [input: SentTo<Tool>, options?: Options];

/** What comes back from a tool: what it returns, as JSON carries it, and null where it returns nothing. */
export type WrittenFrom<Tool extends TypedTool> = Written<GotFrom<Tool>>;

/** A value after its way through JSON, where a date has become a text; nothing is null. */
export type Written<Value> = Value extends void ? null : Member<Value>;

type Member<Value> = Value extends { toJSON(): infer Json }
  ? Json
  : Value extends object
    ? { [Name in keyof Value]: Member<Value[Name]> }
    : Value;
