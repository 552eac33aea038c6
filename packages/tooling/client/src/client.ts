import type { CallArguments, TypedTool } from '@toolwire/internal';
import type { CallResult } from './call-result.ts';
import type { ListResult } from './listed-tool.ts';
import type { CallOptions, HealthOptions, RequestOptions } from './options/call-options.ts';
import type { ToolMethods } from './tool-methods.ts';
import type { CallOutput, TypedCall, UnknownTool } from './typed-call.ts';

/** A client of one server. Its promises reject only if the caller's signal aborts or an option is invalid. */
export interface Client {
  /** Resolves to whether the server accepts calls. Sends one request without retries. */
  health(options?: HealthOptions): Promise<boolean>;
  /** Lists the tools of the server. */
  list(options?: RequestOptions): Promise<ListResult>;
  /** Calls a tool; `call<typeof add>` types its input and value by the tool's definition. */
  call<Definition extends TypedTool = UnknownTool>(
    this: void,
    toolId: string,
    ...rest: CallArguments<Definition, CallOptions>
  ): Promise<CallResult<CallOutput<Definition>>>;
}

/** A client that is typed by the tools of its server: `createClient<typeof server>(options)`. */
export interface TypedClient<Calls extends object> extends Omit<Client, 'call'> {
  /** The latest versions of the tools as methods: `client.tools.Calculator.Add({ a: 1, b: 2 })`. */
  readonly tools: ToolMethods<Calls>;
  /** Calls a tool by its ID, with or without a version. The definition types the input and the value. */
  call<Name extends keyof Calls, Call extends TypedCall = Extract<Calls[Name], TypedCall>>(
    this: void,
    toolId: Name,
    // A separate type parameter, because with `Calls[Name]` compilers would check every tool for every call.
    ...rest: Call['arguments']
  ): Promise<CallResult<Call['output']>>;
}
