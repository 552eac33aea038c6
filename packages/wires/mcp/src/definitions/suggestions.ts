import type { MaybePromise } from '@toolwire/core';
import type { McpContext } from './mcp-context.ts';

/** What a function gets that suggests values. */
export interface CompletionContext extends McpContext {
  /** The values that are chosen already, of the other variables or arguments. */
  readonly chosen: Readonly<Record<string, string>>;
}

/** The values of a variable or an argument: all of them, or a function that finds those for what was typed so far. */
export type Suggestions =
  | readonly string[]
  | ((typed: string, context: CompletionContext) => MaybePromise<readonly string[]>);
