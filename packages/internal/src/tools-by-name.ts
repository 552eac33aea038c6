/** The definition of a tool, as far as the types of its calls go: `typeof add` of a `defineTool` fits, and any other that has a `run`. */
export interface TypedTool {
  run(input: never, context: never): unknown;
  /** What callers send, before defaults and transforms, and what they get; `run` tells if it is left out. */
  readonly '~caller'?: { readonly sends: unknown; readonly gets: unknown };
}

/** A definition that says how its tool is called. */
export interface NamedTool extends TypedTool {
  readonly id: string;
  readonly version: string;
}

interface NamedToolkit {
  readonly tools: readonly NamedTool[];
}

/** Where the types of tools come from: a definition, a toolkit, a list of both, or a server. */
export type ToolSource = NamedTool | NamedToolkit | readonly (NamedTool | NamedToolkit)[];

/** Every definition in a source, as a union. */
type ToolsIn<Source> = OfToolkit<OfList<OfServer<Source>>>;

/** A server says in `~tools` what it was made with. */
type OfServer<Source> = '~tools' extends keyof Source ? NonNullable<Source['~tools']> : Source;
type OfList<Source> = Source extends readonly (infer One)[] ? One : Source;
type OfToolkit<Source> = Source extends { readonly tools: readonly (infer One)[] } ? One : Source;

/** What a tool may be called by: its id, alone or with its version. */
type NamesOf<Tool> = Tool extends {
  readonly id: infer Id extends string;
  readonly version: infer Version extends string;
}
  ? Id | `${Id}@${Version | Shortened<Version>}`
  : never;

/** `1` names 1.0.0, and no other. */
type Shortened<Version> = Version extends `${infer Major}.0.0` ? Major : never;

/** The tools of a source by what they may be called by; where several versions answer to one name, a union of them. */
export type ToolsByName<Source> = { readonly [Tool in ToolsIn<Source> as NamesOf<Tool>]: Tool };
