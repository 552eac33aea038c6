import type { CallArguments, SentTo, ToolsByName, TypedTool, WrittenFrom } from '@toolwire/internal';
import type { CallOptions } from './options/call-options.ts';

/** The arguments after the tool ID, and the output of one tool. */
export interface TypedCall {
  readonly arguments: readonly unknown[];
  readonly output: unknown;
}

/** The calls of a source of tools, by tool ID. Compilers resolve it once, not for every call. */
export type CallsOf<Source, Tools = ToolsByName<Source>> = {
  readonly [Name in keyof Tools]: CallOf<Extract<Tools[Name], TypedTool>>;
};

interface CallOf<Tool extends TypedTool> extends TypedCall {
  readonly arguments: CallArguments<Tool, CallOptions>;
  readonly output: CallOutput<Tool>;
}

/** A tool without a definition. */
export interface UnknownTool {
  run(input: object): unknown;
}

/** The input of a tool. */
export type CallInput<Definition extends TypedTool> = SentTo<Definition>;

/** The output of a tool after JSON serialization; null if it returns nothing. */
export type CallOutput<Definition extends TypedTool> = WrittenFrom<Definition>;
