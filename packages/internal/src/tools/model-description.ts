/** A difference between a tool and its definition for a model API. */
export interface DescribedChange {
  /** A stable code, such as `keyword`. */
  readonly code: string;
  /** A JSON pointer into the input schema; empty for the whole tool. */
  readonly pointer: string;
  /** The difference and its reason, in a sentence. */
  readonly message: string;
}

/** The definition in strict mode, or the reasons why strict mode is off. */
export interface StrictDescription {
  /** The definition in the request; absent if strict mode would change its meaning. */
  readonly definition?: object;
  /** Why strict mode would change its meaning; otherwise empty. */
  readonly reasons: readonly DescribedChange[];
}

/** The definition of a tool for one model API. */
export interface ModelDescription {
  /** Such as `OpenAI Responses`. */
  readonly api: string;
  /** The model-facing name. */
  readonly name: string;
  /** The definition in the request, without strict mode. */
  readonly definition: object;
  /** The differences from the listed tool. */
  readonly changes: readonly DescribedChange[];
  /** Strict mode; absent if the API has none. */
  readonly strict?: StrictDescription;
}

/** A tool as `@toolwire/client` lists it, or a tool of a server: the parts that its definitions for models depend on. */
export interface DescribedTool {
  /** `Toolkit.Tool`, without the version. */
  readonly id: string;
  /** Empty if the server has no versions. */
  readonly version: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: { readonly [keyword: string]: unknown };
  /** The schema before its recursive references were resolved, if it has any. */
  readonly inputDocument?: { readonly [keyword: string]: unknown };
  /** `null` when the tool returns nothing, `{}` when it may return any JSON value. */
  readonly outputSchema: { readonly [keyword: string]: unknown } | null;
  readonly annotations?: { readonly destructive?: boolean | undefined };
}

/** Describes one of several tools for each API; empty if the tool is not one of them. */
export type DescribeForModels = (
  tools: readonly DescribedTool[],
  tool: { readonly id: string; readonly version: string },
) => readonly ModelDescription[] | Promise<readonly ModelDescription[]>;
