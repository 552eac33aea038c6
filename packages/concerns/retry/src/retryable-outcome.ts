/** What a failure says about trying again, as Open Tool Calling has it. */
export interface RetryHints {
  /** Absent means no (OTC-RESP-08). */
  readonly canRetry?: boolean | undefined;
  /** What a model should know before it tries again: with this, the input has to change. */
  readonly additionalPromptContent?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** As much of the end of a call as a decision needs; the outcomes of a server and the results of a client both fit. */
export type RetryableOutcome =
  | { readonly kind: 'value' | 'artifact' | 'deferred' | 'input_required' }
  /** It ran and failed. */
  | { readonly kind: 'failed'; readonly failure: RetryHints }
  /** The input does not fit. */
  | {
      readonly kind: 'invalid';
      readonly message: string;
      readonly parameterErrors: Readonly<Record<string, string>>;
    }
  /** It was not let in, or nothing is known of it. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      /** If left out, what is `unavailable` or `overloaded` can be tried again. */
      readonly canRetry?: boolean | undefined;
      readonly retryAfterMs?: number | undefined;
    };
