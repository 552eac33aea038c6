import type { ArtifactOutcome, FailedOutcome, JsonObject, OutcomeBase, ToolInfo, ValueOutcome } from '@toolwire/core';

/** A result in another protocol, with the information that was lost. */
export interface Converted {
  readonly result: JsonObject;
  /** The fields that the other protocol does not have, such as `error.developer_message`. */
  readonly losses: readonly string[];
  /** The values of these fields, for headers and logs. Pass them to the conversion back. */
  readonly extras: JsonObject;
}

/** Options for all conversions. */
export interface ConvertOptions {
  /** The called tool. Without it, values are not interpreted. */
  readonly tool?: ToolInfo | undefined;
  /** The call ID, if the result has none. Default: a random ID. */
  readonly callId?: string | undefined;
  /** The `extras` that an earlier conversion returned. */
  readonly extras?: JsonObject | undefined;
}

/** A sign-in that a call requires. */
export interface AuthorizationNeeded extends OutcomeBase {
  readonly kind: 'authorization';
  readonly id: string;
  readonly url?: string;
  readonly scopes?: readonly string[];
  readonly status: string;
}

/** The outcome of a result in any of the protocols. */
export type ReadOutcome = ValueOutcome | FailedOutcome | ArtifactOutcome | AuthorizationNeeded;

/** A result that was read from any of the protocols. */
export interface ReadResult {
  readonly outcome: ReadOutcome;
  readonly callId: string;
  readonly losses: readonly string[];
  readonly extras: JsonObject;
}
