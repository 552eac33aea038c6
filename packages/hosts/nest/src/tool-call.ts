import type { ArgumentsHost } from '@nestjs/common';
import { type ContextKey, createContextKey, type ToolContext, type ToolDefinition } from '@toolwire/core';

/** A call of a tool, as guards, interceptors, filters and parameter decorators see it. */
export interface ToolCall {
  /** The input, as validated by the schema of the tool. */
  readonly input: unknown;
  readonly context: ToolContext;
}

/** The properties of a call that its handlers need. */
export interface HandledCall extends ToolCall {
  /** The `run` of a tool of `defineTool`. */
  readonly run?: ToolDefinition['run'];
  /** The error that the exception filters receive. */
  readonly failure?: { readonly thrown: unknown };
}

/** Distinguishes a call from the arguments of other handlers. */
const callMark: unique symbol = Symbol('tool call of Nest');

/** The HTTP request of a call, as the platform passes it to guards. */
export const requestKey: ContextKey<object | undefined> = createContextKey<object | undefined>(
  'nest request',
  undefined,
);

/** Marks a call, so that `getToolCall` finds it. */
export function createCall(call: HandledCall): HandledCall {
  return Object.assign(call, { [callMark]: true });
}

/** The tool call that a guard, an interceptor or a filter runs around; `undefined` for other requests. */
export function getToolCall(host: ArgumentsHost): ToolCall | undefined {
  const call = host.getArgByIndex<unknown>(2);
  return isToolCall(call) ? call : undefined;
}

function isToolCall(value: unknown): value is ToolCall {
  return typeof value === 'object' && value !== null && callMark in value;
}
