import { ORPCError } from '@orpc/server';
import { describeIssues, errorOfStatus, own, StatusError } from '@toolwire/internal';

/** The error for the caller of a tool. An `ORPCError` keeps its message and code. All other errors stay unexpected. */
export function toToolError(thrown: unknown, source: string): unknown {
  if (!(thrown instanceof ORPCError)) return thrown;
  const { code, status, message, defined, data } = thrown as ORPCError<string, unknown>;
  const issues = describeIssues(own(data, 'issues'));
  const failed = { status, source, message, code, cause: thrown };
  // Errors that the procedure declares are made for clients, and often have no status.
  if (defined) return new StatusError({ ...failed, details: data === undefined ? undefined : JSON.stringify(data) });
  return errorOfStatus({ ...failed, details: issues });
}
