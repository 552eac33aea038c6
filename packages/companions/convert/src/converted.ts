import type { ArtifactOutcome, FailedOutcome, JsonObject, OutcomeBase, ToolInfo, ValueOutcome } from '@toolwire/core';

/** A result in another protocol, and what became of the rest. */
export interface Converted {
  readonly result: JsonObject;
  /** The members that the other protocol has no place for, such as `error.developer_message`. */
  readonly losses: readonly string[];
  /** What they said, for headers and logs; hand it back to convert in the other direction. */
  readonly side: JsonObject;
}

/** What a conversion may know besides the result. */
export interface ConvertOptions {
  /** The tool that was called; without it nothing is guessed from the shape of a value. */
  readonly tool?: ToolInfo | undefined;
  /** The call's id, where the result names none; a random one if left out. */
  readonly callId?: string | undefined;
  /** What an earlier conversion has put aside. */
  readonly side?: JsonObject | undefined;
}

/** A sign-in that a call needs first. */
export interface AuthorizationNeeded extends OutcomeBase {
  readonly kind: 'authorization';
  readonly id: string;
  readonly url?: string;
  readonly scopes?: readonly string[];
  readonly status: string;
}

/** What results of all protocols can say. */
export type Told = ValueOutcome | FailedOutcome | ArtifactOutcome | AuthorizationNeeded;

/** A result as it was read, whichever protocol it came from. */
export interface ReadResult {
  readonly told: Told;
  readonly callId: string;
  readonly losses: readonly string[];
  readonly side: JsonObject;
}
