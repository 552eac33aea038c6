/** What a caller learns of a call, whichever protocol tells it. */
export type Told =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly canRetry: boolean;
      readonly retryAfterMs?: number | undefined;
      readonly prompt?: string | undefined;
      readonly developerMessage?: string | undefined;
    }
  /** What is wrong with which parameter, in the order of the answer. */
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }
  | { readonly kind: 'artifact'; readonly url: string; readonly contentType: string; readonly size: number }
  /** A sign-in is needed, and this is where. */
  | { readonly kind: 'authorization'; readonly url: string | undefined }
  /** The tool wants an answer first. */
  | { readonly kind: 'asks'; readonly message: string }
  /** Nothing ran. */
  | { readonly kind: 'refused'; readonly message: string };

/** The answer to a call: what it says, and how, in a few words for a table. */
export interface Answer {
  readonly told: Told;
  readonly shown: string;
  /** The whole answer, to look for what should not be in it. */
  readonly text: string;
}
