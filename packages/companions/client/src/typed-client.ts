import type { CallResult } from './call-result.ts';
import type { Client } from './client.ts';
import type { ToolMethods } from './tool-methods.ts';
import type { TypedCall } from './typed-call.ts';

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
