import type { ToolContext } from '@toolwire/core';
import { isInputRequired } from '@toolwire/core';
import { isToolError, ToolError } from '@toolwire/errors';

/** Runs a tool of others, and lets callers read of what it throws as much as is wanted. */
export async function runTelling<Result>(
  errorMessages: 'hidden' | 'told' | undefined,
  { signal }: ToolContext,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (thrown) {
    const isOurs = isToolError(thrown) || isInputRequired(thrown);
    if (errorMessages !== 'told' || isOurs || signal.aborted || !(thrown instanceof Error)) throw thrown;
    throw new ToolError(thrown.message, { cause: thrown });
  }
}
