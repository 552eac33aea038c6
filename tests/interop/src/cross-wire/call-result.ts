/** The result of a call, independent of the protocol. */
export type CallResult =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly canRetry: boolean;
      readonly retryAfterMs?: number | undefined;
      readonly prompt?: string | undefined;
      readonly developerMessage?: string | undefined;
    }
  /** The invalid parameters with their errors, in the order of the response. */
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }
  | { readonly kind: 'artifact'; readonly url: string; readonly contentType: string; readonly size: number }
  /** The call needs a sign-in at this URL. */
  | { readonly kind: 'authorization'; readonly url: string | undefined }
  /** The tool requests input. */
  | { readonly kind: 'asks'; readonly message: string }
  /** The tool did not run. */
  | { readonly kind: 'refused'; readonly message: string };

/** A response: its result, and a short description for a table. */
export interface Answer {
  readonly result: CallResult;
  readonly shown: string;
  /** The whole response, to check that it does not contain secrets. */
  readonly text: string;
}
