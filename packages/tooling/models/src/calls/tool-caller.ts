import type { ToolResult } from './tool-result.ts';

/** The details of a call that its caller gets. */
export interface CallDetails {
  /** Identifies repeated calls, if the model's API gives calls a unique ID. */
  readonly callId?: string;
  readonly signal?: AbortSignal;
}

/** Calls a tool by its ID. */
export type CallTool = (
  toolId: string,
  input: Readonly<Record<string, unknown>>,
  details: CallDetails,
) => Promise<ToolResult>;

/** A client of `@toolwire/client`, a caller from `createCaller` of `@toolwire/server`, or your own function. */
export type ToolCaller = CallTool | ToolClient;

/** Calls tools with its `call` method. */
export interface ToolClient {
  call(toolId: string, input: Readonly<Record<string, unknown>>, details: CallDetails): Promise<ToolResult>;
}

/** Returns the function of a caller that calls tools. */
export function toolFunction(caller: ToolCaller): CallTool {
  return typeof caller === 'function' ? caller : (...call) => caller.call(...call);
}
