import type { CallArguments, TypedTool } from '@toolwire/internal';
import type { CallOptions, RequestOptions } from './call-options.ts';
import type { CallResult, ListResult } from './call-result.ts';
import type { CallOutput, UnknownTool } from './call-types.ts';

/** Speaks to one server. Its promises reject only when the caller's own signal aborts, or an option makes no sense. */
export interface Client {
  /** Whether the server says that it can take calls; asked once, never retried. */
  health(options?: RequestOptions): Promise<boolean>;
  /** The tools of the server. */
  list(options?: RequestOptions): Promise<ListResult>;
  /** Calls a tool; `call<typeof add>` types its input and value by the tool's definition. */
  call<Definition extends TypedTool = UnknownTool>(
    toolId: string,
    ...rest: CallArguments<Definition, CallOptions>
  ): Promise<CallResult<CallOutput<Definition>>>;
}
