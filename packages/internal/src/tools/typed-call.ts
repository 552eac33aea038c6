/** The parts of a definition that type its calls: the result of `defineTool`, or any object with `run`. */
export interface TypedTool {
  run(input: never, context: never): unknown;
  /** The input that callers send and the result that they get; derived from `run` by default. */
  readonly '~caller'?: { readonly sends: unknown; readonly gets: unknown };
}

/** A definition with an ID and a version. */
export interface NamedTool extends TypedTool {
  readonly id: string;
  readonly version: string;
}

interface NamedToolkit {
  readonly tools: readonly NamedTool[];
}

/** A source of tool types: a definition, a toolkit, a list of both, or a server. */
export type ToolSource = NamedTool | NamedToolkit | readonly (NamedTool | NamedToolkit)[];

/** Every definition in a source, as a union. */
type ToolsIn<Source> = OfToolkit<OfList<OfServer<Source>>>;

/** A server has the type of its tools in `~tools`. */
type OfServer<Source> = '~tools' extends keyof Source ? NonNullable<Source['~tools']> : Source;
type OfList<Source> = Source extends readonly (infer One)[] ? One : Source;
type OfToolkit<Source> = Source extends { readonly tools: readonly (infer One)[] } ? One : Source;

/** The names of a tool: its ID, with or without its version. */
type NamesOf<Tool> = Tool extends {
  readonly id: infer Id extends string;
  readonly version: infer Version extends string;
}
  ? Id | `${Id}@${Version | Shortened<Version>}`
  : never;

/** `1` means 1.0.0 only. */
type Shortened<Version> = Version extends `${infer Major}.0.0` ? Major : never;

/** The tools of a source by name; several versions with one name are a union. */
export type ToolsByName<Source> = { readonly [Tool in ToolsIn<Source> as NamesOf<Tool>]: Tool };

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
