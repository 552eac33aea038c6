import type { ToolFailure } from '@toolwire/core';
import { isObject, present } from '@toolwire/core/wire';
import { readFailureFields } from '@toolwire/internal';
import type { LostFields, ReadResult } from './converted.ts';
import { presentFields } from './read-metadata.ts';

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

/** The error fields that a failure is read from. Every protocol has them. */
export const failureFields: ReadonlySet<string> = new Set([
  'message',
  'developer_message',
  'can_retry',
  'additional_prompt_content',
  'retry_after_ms',
]);

/** Returns the fields of an error that are not among `readFields`. A stack trace is not saved, because headers and logs must not contain it. */
export function lostErrorFields(error: unknown, readFields: ReadonlySet<string>): LostFields {
  if (!isObject(error)) return { losses: [], extras: {} };
  const names = Object.keys(error).filter((name) => !readFields.has(name) && present(error[name]));
  const savedNames = names.filter((name) => name !== 'stacktrace');
  return {
    losses: names.map((name) => `error.${name}`),
    extras: presentFields(error, savedNames, 'error.'),
  };
}
