import { ToolError } from 'toolwire';

/** Whether a file or folder doesn't exist. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** Callers may read the messages of the file system, such as `EISDIR: illegal operation on a directory, read`. */
export function fileError(error: unknown): ToolError | undefined {
  return error instanceof Error && codeOf(error) !== undefined ? new ToolError(error.message) : undefined;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
