import type { ToolDefinition } from '@toolwire/core';

/** An input that people write, and that model APIs support in part. */
export interface OddSchema {
  readonly input: NonNullable<ToolDefinition['input']>;
  /** Inputs that the tool accepts. */
  readonly valid: readonly Readonly<Record<string, unknown>>[];
  /** Inputs that the tool rejects, one for each rule. */
  readonly wrong: readonly Readonly<Record<string, unknown>>[];
}

export type OddSchemas = Readonly<Record<string, OddSchema>>;
