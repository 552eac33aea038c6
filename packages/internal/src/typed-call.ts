import type { TypedTool } from './tools-by-name.ts';

/** The input and result types of a definition. */
type CallerOf<Tool extends TypedTool> = '~caller' extends keyof Tool
  ? NonNullable<Tool['~caller']>
  : { readonly sends: Parameters<Tool['run']>[0]; readonly gets: Awaited<ReturnType<Tool['run']>> };

/** The input of a tool; for a union of tools, input that is valid for each. */
export type SentTo<Tool extends TypedTool> = (
  Tool extends unknown
    ? (sent: CallerOf<Tool>['sends']) => void
    : never
) extends (sent: infer Sent) => void
  ? Sent
  : never;

/** The result of a tool, or of any tool in a union. */
type GotFrom<Tool extends TypedTool> = Tool extends unknown ? CallerOf<Tool>['gets'] : never;

/** The arguments of a call after the tool ID. Tools without required parameters need none. */
export type CallArguments<Tool extends TypedTool, Options> =
  Record<string, never> extends SentTo<Tool>
    ? [input?: SentTo<Tool>, options?: Options]
    : [input: SentTo<Tool>, options?: Options];

/** The result of a tool as JSON; null if it returns nothing. */
export type WrittenFrom<Tool extends TypedTool> = Written<GotFrom<Tool>>;

/** A value after JSON: a date is a string, and undefined is null. */
export type Written<Value> = Value extends void ? null : Member<Value>;

type Member<Value> = Value extends { toJSON(): infer Json } ? WithJsonMembers<Json> : WithJsonMembers<Value>;

/** A value whose members are JSON. JSON calls `toJSON` once, and not on its result. */
type WithJsonMembers<Value> = Value extends object ? { [Name in keyof Value]: Member<Value[Name]> } : Value;
