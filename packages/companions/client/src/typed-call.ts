import type { CallArguments, ToolsByName, TypedTool } from '@toolwire/internal';
import type { CallOptions } from './call-options.ts';
import type { CallOutput } from './call-types.ts';

/** What a call of one tool takes behind the tool id, and gives. */
export interface TypedCall {
  readonly arguments: readonly unknown[];
  readonly output: unknown;
}

/** The calls that a source of tools allows, by what the tools may be called by: worked out once, not for every call. */
export type CallsOf<Source, Tools = ToolsByName<Source>> = {
  readonly [Name in keyof Tools]: CallOf<Extract<Tools[Name], TypedTool>>;
};

interface CallOf<Tool extends TypedTool> extends TypedCall {
  readonly arguments: CallArguments<Tool, CallOptions>;
  readonly output: CallOutput<Tool>;
}
