/** What of a tool a model's interface does not take as it is, and what was done about it. */
export interface ToolChange {
  /** A stable code. */
  readonly code: /** The tool has another name there. */
    | 'name'
    /** A parameter has another name there. */
    | 'parameter_name'
    /** The description was cut. */
    | 'description'
    /** A keyword of the schema is left out, or told in words. */
    | 'keyword'
    /** Strict mode would not say the same as the schema. */
    | 'not_strict';
  /** Where in the schema of the input, as a JSON pointer; empty for all of it, and for what is no part of it. */
  readonly at: string;
  /** What is different, and why, in a sentence. */
  readonly message: string;
}

/** How one tool is told to a model. */
export interface ToolReport {
  /** What is called, with the version where there is one. */
  readonly toolId: string;
  /** What the model calls. */
  readonly name: string;
  /** Whether the model's interface holds the model to the schema. */
  readonly strict: boolean;
  /** Empty where the tool is told as it is. */
  readonly changes: readonly ToolChange[];
}
