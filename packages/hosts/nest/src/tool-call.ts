import type { ArgumentsHost } from '@nestjs/common';
import { type ContextKey, createContextKey, type ToolContext, type ToolDefinition } from '@toolwire/core';

/** A call of a tool, as guards, interceptors, filters and parameter decorators see it. */
export interface ToolCall {
  /** The input, as validated by the schema of the tool. */
  readonly input: unknown;
  readonly context: ToolContext;
}

/** A call with what its handlers need. */
export interface HandledCall extends ToolCall {
  /** The `run` of a tool of `defineTool`. */
  readonly run?: ToolDefinition['run'];
  /** The error that the exception filters receive. */
  readonly failure?: { readonly thrown: unknown };
}

/** The HTTP request of a call, as the platform passes it to guards. */
export const requestKey: ContextKey<object | undefined> = createContextKey<object | undefined>(
  'nest request',
  undefined,
);

const calls = new WeakSet<object>();

export function createCall(call: HandledCall): HandledCall {
  calls.add(call);
  return call;
}

/** The tool call that a guard, an interceptor or a filter runs around; `undefined` for other requests. */
export function getToolCall(host: ArgumentsHost): ToolCall | undefined {
  const call = host.getArgByIndex<unknown>(2);
  return typeof call === 'object' && call !== null && calls.has(call) ? (call as ToolCall) : undefined;
}
