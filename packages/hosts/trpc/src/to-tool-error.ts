import { isInputRequired } from '@toolwire/core';
import { describeIssues, errorOfStatus, isToolError, own } from '@toolwire/internal';
import type { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';

/**
 * The error for the caller of a tool. A `TRPCError` with a status below 500 keeps its message and code. With status 503 it gets a fixed
 * message. All other errors stay unexpected, except for tool errors and input requests inside a `TRPCError`.
 */
export function toToolError(thrown: unknown, source: string): unknown {
  if (!isTrpcError(thrown)) return thrown;
  const { code, message, cause } = thrown;
  // tRPC wraps everything that a procedure throws.
  if (isToolError(cause) || isInputRequired(cause)) return cause;
  const issues = describeIssues(own(cause, 'issues'));
  return errorOfStatus({
    status: getHTTPStatusCodeFromError(thrown),
    source,
    code,
    // Without a message of the app it is the code, or the issues as JSON.
    message: message === code || issues !== undefined ? undefined : message,
    details: issues,
    cause: cause ?? thrown,
  });
}

/** Whether a value is a `TRPCError` of any copy of tRPC. */
function isTrpcError(thrown: unknown): thrown is TRPCError {
  return thrown instanceof Error && thrown.name === 'TRPCError' && 'code' in thrown;
}
