/** The retry hints of a failure, as in Open Tool Calling. */
export interface RetryHints {
  /** Whether the call can be retried; default `false` (OTC-RESP-08). */
  readonly canRetry?: boolean | undefined;
  /** Content for the model before it calls again; with this, the input has to change. */
  readonly additionalPromptContent?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** The part of an outcome that a decision needs; both server outcomes and client results match. */
export type RetryableOutcome =
  | { readonly kind: 'value' | 'artifact' | 'deferred' | 'input_required' }
  /** The tool ran and failed. */
  | { readonly kind: 'failed'; readonly failure: RetryHints }
  /** The input is invalid. */
  | {
      readonly kind: 'invalid';
      readonly message: string;
      readonly parameterErrors: Readonly<Record<string, string>>;
    }
  /** The call was refused, or its result is unknown. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      /** By default `unavailable` and `overloaded` can be retried. */
      readonly canRetry?: boolean | undefined;
      readonly retryAfterMs?: number | undefined;
    };
