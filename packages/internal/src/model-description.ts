/** What of a tool is different where an API tells it to models, and why. */
export interface DescribedChange {
  /** A stable code, such as `keyword`. */
  readonly code: string;
  /** Where in the schema of the input, as a JSON pointer; empty for all of it, and for what is no part of it. */
  readonly at: string;
  /** What is different, and why, in a sentence. */
  readonly message: string;
}

/** How strict mode tells a tool, or why it cannot. */
export interface StrictDescription {
  /** The tool as it stands in the request; left out where strict mode would not say the same. */
  readonly definition?: object;
  /** Why strict mode would not say the same; empty where it does. */
  readonly reasons: readonly DescribedChange[];
}

/** How one API tells a tool to models. */
export interface ModelDescription {
  /** Such as `OpenAI Responses`. */
  readonly api: string;
  /** What the model calls. */
  readonly name: string;
  /** The tool as it stands in the request, with strict mode off. */
  readonly definition: object;
  /** What is different from how the tool is listed. */
  readonly changes: readonly DescribedChange[];
  /** The same in strict mode; left out where the API has none. */
  readonly strict?: StrictDescription;
}

/** As much of a tool as its description for models depends on. */
export interface DescribedTool {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: { readonly [keyword: string]: unknown };
  readonly inputDocument?: { readonly [keyword: string]: unknown };
  readonly outputSchema: { readonly [keyword: string]: unknown } | null;
  readonly annotations?: { readonly destructive?: boolean | undefined };
}

/** Describes one of several tools as each API tells it; nothing where the tool is not among them. */
export type DescribeForModels = (
  tools: readonly DescribedTool[],
  tool: { readonly id: string; readonly version: string },
) => readonly ModelDescription[] | Promise<readonly ModelDescription[]>;
