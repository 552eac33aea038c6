import type { ArtifactOutcome, FailedOutcome, JsonObject, ToolInfo, ValueOutcome } from '@toolwire/core';
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
