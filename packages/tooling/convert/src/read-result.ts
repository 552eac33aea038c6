import type {
  ArtifactOutcome,
  FailedOutcome,
  JsonObject,
  JsonValue,
  OutcomeBase,
  ToolFailure,
  ToolInfo,
  ValueOutcome,
} from '@toolwire/core';
import { type Fields, isObject, present } from '@toolwire/core/wire';
import { firstText, readFailureFields } from '@toolwire/internal';
import type { AuthorizationNeeded } from './authorization.ts';

/** The information that another protocol has no field for. */
export interface LostFields {
  /** The fields that the other protocol does not have, such as `error.developer_message`. */
  readonly losses: readonly string[];
  /** The values of lost metadata and of lost fields of an error or artifact, by the same names, for headers and logs. For an artifact also `kind: 'artifact'`. */
  readonly extras: JsonObject;
}

/** A result in another protocol, with the information that was lost. */
export interface Converted extends LostFields {
  readonly result: JsonObject;
}

/** Options for all conversions. */
export interface ConvertOptions {
  /** The called tool. Without it, values are not interpreted. */
  readonly tool?: ToolInfo | undefined;
  /** The call ID, if the result has none. Default: a random ID. */
  readonly callId?: string | undefined;
  /** The `extras` of an earlier conversion. Without them, `{ artifact }` stays a plain value, because any value may look like an artifact. */
  readonly extras?: JsonObject | undefined;
}

/** The outcome of a result in any of the protocols. */
export type ReadOutcome = ValueOutcome | FailedOutcome | ArtifactOutcome | AuthorizationNeeded;

/** A result that was read from any of the protocols. */
export interface ReadResult extends LostFields {
  readonly outcome: ReadOutcome;
  readonly callId: string;
}

/** Returns the first valid call ID of a result, or the ID of the options, or a random one. */
export function readCallId(ids: readonly unknown[], { callId }: ConvertOptions): string {
  return firstText(...ids) ?? callId ?? crypto.randomUUID();
}

/** Returns how long a tool ran, if the value is valid. */
export function readDuration({ duration }: Fields): OutcomeBase {
  // Larger numbers are not exact.
  return typeof duration === 'number' && duration >= 0 && duration <= Number.MAX_SAFE_INTEGER
    ? { durationMs: duration }
    : {};
}

/** The failure of a result without a message: a failure always has one (E35, E62). */
export const unknownFailure: ToolFailure = { message: 'The tool call failed.' };

/** Reads the error of a response of Open Tool Calling. For Arcade, `arcade-output.ts` of `@toolwire/internal` also removes the prefix of workers. */
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

/**
 * Returns the fields with these names that have a value. `path` is the path of these fields in the result, such as `error.`, which lost
 * fields have in front of their names.
 */
export function presentFields(fields: Fields, names: readonly string[], path: string = ''): JsonObject {
  const presentNames = names.filter((name) => present(fields[name]));
  return Object.fromEntries(presentNames.map((name) => [`${path}${name}`, fields[name] as JsonValue]));
}
