/** The definition of a tool, as far as its types go: `typeof add` of a `defineTool` fits, and any other that has a `run`. */
export interface TypedTool {
  run(input: never, context: never): unknown;
  /** What callers send, before defaults and transforms, and what they get; `run` tells if it is left out. */
  readonly '~caller'?: { readonly sends: unknown; readonly gets: unknown };
}

/** What a definition says of its callers, if it does. */
type Caller<Definition extends TypedTool> = '~caller' extends keyof Definition
  ? NonNullable<Definition['~caller']>
  : { readonly sends: Parameters<Definition['run']>[0]; readonly gets: Awaited<ReturnType<Definition['run']>> };

/** A tool of which nothing is known. */
export interface UnknownTool {
  run(input: object): unknown;
}

/** What a tool takes. */
export type CallInput<Definition extends TypedTool> = Caller<Definition>['sends'];

/** What comes back from a tool: what it returns, as JSON carries it, and null where it returns nothing. */
export type CallOutput<Definition extends TypedTool> = Returned<Caller<Definition>['gets']>;

type Returned<Value> = Value extends void ? null : Written<Value>;

/** A value after its way through JSON, where a date has become a text. */
type Written<Value> = Value extends { toJSON(): infer Json }
  ? Json
  : Value extends object
    ? { [Key in keyof Value]: Written<Value[Key]> }
    : Value;

/** The arguments of a call behind the tool id; a tool without parameters can be called with none. */
export type CallArguments<Definition extends TypedTool, Options> =
  Record<string, never> extends CallInput<Definition>
    ? [input?: CallInput<Definition>, options?: Options]
    : [input: CallInput<Definition>, options?: Options];
