/** A JSON Schema in object form. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** As much of a tool as models are told: what `@toolwire/client` lists fits, and so do the tools of a server. */
export interface ModelTool {
  /** `Toolkit.Tool`, without the version. */
  readonly id: string;
  /** Empty where its server tells none. */
  readonly version: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** The same as its author wrote it, where that contains itself. */
  readonly inputDocument?: JsonSchema;
  /** `null` when the tool returns nothing, `{}` when it may return any JSON value. */
  readonly outputSchema: JsonSchema | null;
  readonly annotations?: { readonly destructive?: boolean | undefined };
}
