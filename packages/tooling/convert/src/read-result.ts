import type {
  ArtifactOutcome,
  FailedOutcome,
  JsonObject,
  OutcomeBase,
  ToolFailure,
  ToolInfo,
  ValueOutcome,
} from '@toolwire/core';
import type { Fields } from '@toolwire/core/wire';
import { firstText, readFailureFields } from '@toolwire/internal';
import type { AuthorizationNeeded } from './authorization.ts';
import type { LostFields } from './lost-fields.ts';

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
