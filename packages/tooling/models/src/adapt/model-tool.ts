export type { DescribedTool as ModelTool } from '@toolwire/internal';

/** A JSON Schema in object form. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

type ToolChangeCode =
  /** The model-facing name of the tool differs. */
  | 'name'
  /** The model-facing name of a parameter differs. */
  | 'parameter_name'
  /** The description was truncated. */
  | 'description'
  /** A keyword was removed from the schema, or moved into the description. */
  | 'keyword'
  /** Strict mode cannot express the schema. */
  | 'not_strict';

/** A change to a tool that an API required. */
export interface ToolChange {
  readonly code: ToolChangeCode;
  /** The JSON pointer to the changed part of the input schema; empty for the whole schema or other fields. */
  readonly pointer: string;
  /** What changed and why, in one sentence. */
  readonly message: string;
}

/** How a tool is presented to a model. */
export interface ToolReport {
  /** The tool ID, with the version if there is one. */
  readonly toolId: string;
  /** The name that the model calls. */
  readonly name: string;
  /** Whether the tool uses strict mode. */
  readonly strict: boolean;
  /** Empty if the API accepts the tool as it is. */
  readonly changes: readonly ToolChange[];
}
