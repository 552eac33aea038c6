import type { JsonSchema, JsonValue } from '../base/json.ts';
import type { MaybePromise } from '../base/maybe-promise.ts';

/** What a check found: the value to go on with, or what is wrong with it. */
export type Checked<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly message: string;
      /** Keyed by top-level parameter; without a prototype, so that any name survives. */
      readonly parameterErrors: Readonly<Record<string, string>>;
    };

/** Checks an input; the value that comes back is the one to use. */
export type Check<T = unknown> = (value: unknown) => MaybePromise<Checked<T>>;

/** Why an output cannot be sent. */
export type OutputProblem = 'not_json' | 'too_large' | 'mismatch';

/** What an output check found: the JSON to send, or why there is none. */
export type OutputChecked =
  | { readonly ok: true; readonly value: JsonValue }
  | {
      readonly ok: false;
      readonly reason: OutputProblem;
      /** For anybody: names neither field nor value. */
      readonly message: string;
      /** For developers: the path and the expectation, never a value. */
      readonly detail: string;
      readonly parameterErrors: Readonly<Record<string, string>>;
    };

/** Checks what a tool returned; the value that comes back is the JSON that may be sent. */
export type OutputCheck = (value: unknown) => MaybePromise<OutputChecked>;

/** A tool's input schema, ready to publish and to check by. */
export interface CompiledInput<T = unknown> {
  readonly jsonSchema: JsonSchema;
  /** The same as its author wrote it, where that is a JSON Schema with a `$schema`; or with `$defs`, where it contains itself. */
  readonly document?: JsonSchema;
  readonly check: Check<T>;
  /** What the schema's author should look at: parameters without a description, patterns that can hang. */
  readonly warnings: readonly string[];
}

/** A tool's output schema, ready to publish and to check by; `null` when the tool returns nothing. */
export interface CompiledOutput {
  readonly jsonSchema: JsonSchema | null;
  readonly check: OutputCheck;
  readonly warnings: readonly string[];
}
