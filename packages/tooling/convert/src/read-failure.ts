import type { ToolFailure } from '@toolwire/core';
import { readFailureFields } from '@toolwire/internal';
import type { ReadResult } from './converted.ts';

/** The failure of a result without a message: a failure always has one (E35, E62). */
export const unknownFailure: ToolFailure = { message: 'The tool call failed.' };

/** Reads the error of a response of Open Tool Calling. For Arcade, `read-arcade-output.ts` of `@toolwire/internal` also removes the prefix of workers. */
export function readFailure(error: unknown): ToolFailure {
  return { ...unknownFailure, ...readFailureFields(error) };
}

/** Returns a failure for a result that can't be read. `lost` is what the result is called in `losses`. */
export function unreadableResult(callId: string, lost: 'response' | 'result'): ReadResult {
  return { outcome: { kind: 'failed', failure: unknownFailure }, callId, losses: [lost], extras: {} };
}
