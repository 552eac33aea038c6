import type { CallArguments, ToolsByName, TypedTool } from '@toolwire/internal';
import type { CallResult } from './call-result.ts';
import type { CallOutput } from './call-types.ts';
import type { Client } from './client.ts';
import type { CallOptions } from './client-options.ts';
import type { ToolMethods } from './tool-methods.ts';

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

/** A client that knows the tools of its server: `createClient<typeof server>(options)`. */
export interface TypedClient<Calls extends object> extends Omit<Client, 'call'> {
  /** The latest versions of the tools as methods: `client.tools.Calculator.Add({ a: 1, b: 2 })`. */
  readonly tools: ToolMethods<Calls>;
  /** Calls a tool by its id, alone or with a version; input and value are those of its definition. */
  call<Name extends keyof Calls, Call extends TypedCall = Extract<Calls[Name], TypedCall>>(
    toolId: Name,
    // By a parameter of its own: of `Calls[Name]` compilers would look at every tool for every call.
    ...rest: Call['arguments']
  ): Promise<CallResult<Call['output']>>;
}
