/** Limits for the texts that a model reads. Longer texts are truncated. */
export interface TruncateOptions {
  /** The maximum number of characters. A truncated text ends with a note. Default: 100,000. */
  readonly maxCharacters?: number | undefined;
  /** The maximum number of tokens, as `countTokens` counts them. Default: no limit. */
  readonly maxTokens?: number | undefined;
  /** Counts the tokens of a text. Default: one token per three bytes, which is more than most models count. */
  readonly countTokens?: ((text: string) => number) | undefined;
  /** Stores the full text of a truncated answer and adds its URL to the text: a store of `@toolwire/artifacts`, or your own. */
  readonly artifacts?: TextStore | undefined;
}

/** Stores texts and returns their URLs. */
export interface TextStore {
  save(
    body: AsyncIterable<Uint8Array>,
    details: { readonly contentType: string; readonly description: string; readonly signal: AbortSignal },
  ): Promise<{ readonly url: string }>;
}

/** A text within the limits. */
export interface TruncatedText {
  readonly text: string;
  readonly isTruncated: boolean;
  /** Why the full text could not be saved. */
  readonly saveError?: unknown;
}

/** The limits for texts, and how longer texts are truncated. */
export interface TextLimits {
  /** Whether a text is within the limits. */
  fits(text: string): boolean;
  truncate(text: string, contentType: string, signal: AbortSignal | undefined): Promise<TruncatedText>;
}

export function createTextLimits(options: TruncateOptions): TextLimits {
  const { maxCharacters = 100_000, maxTokens = Number.POSITIVE_INFINITY, countTokens = estimate, artifacts } = options;
  const count = (text: string): number => {
    try {
      return countTokens(text);
    } catch {
      // Some tokenizers reject texts that contain their special tokens, but the model still needs an answer.
      return estimate(text);
    }
  };
  const hasFewTokens = (text: string): boolean => maxTokens === Number.POSITIVE_INFINITY || count(text) <= maxTokens;
  const fits = (text: string): boolean => text.length <= maxCharacters && hasFewTokens(text);

  const truncate: TextLimits['truncate'] = async (text, contentType, signal = new AbortController().signal) => {
    if (fits(text)) return { text, isTruncated: false };
    // Half of a surrogate pair is not a character.
    const prefix = longestPrefix(text.slice(0, maxCharacters), hasFewTokens).replace(/[\uD800-\uDBFF]$/, '');
    const note = `first ${prefix.length} of ${text.length} characters.`;
    const truncated = (location: string): string =>
      `${prefix}\n\n[Truncated: ${note}${location} Ask for less data, or for another part.]`;
    if (artifacts === undefined) return { text: truncated(''), isTruncated: true };
    try {
      const details = {
        contentType,
        description: 'The full text of an answer that a model received truncated.',
        signal,
      };
      const { url } = await artifacts.save(bytesOf(text), details);
      return { text: truncated(` Full text: ${url}`), isTruncated: true };
    } catch (saveError) {
      // The model still gets the truncated text, and onAnswer() gets the error.
      return { text: truncated(''), isTruncated: true, saveError };
    }
  };
  return { fits, truncate };
}

/** Binary search, because the number of tokens grows with the text. */
function longestPrefix(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  let [longest, tooLong] = [0, text.length];
  while (tooLong - longest > 1) {
    const middle = Math.floor((longest + tooLong) / 2);
    if (fits(text.slice(0, middle))) longest = middle;
    else tooLong = middle;
  }
  return text.slice(0, longest);
}

const encoder = new TextEncoder();

function estimate(text: string): number {
  return Math.ceil(encoder.encode(text).length / 3);
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield encoder.encode(text);
}
