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
