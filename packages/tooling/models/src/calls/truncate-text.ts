import { anyLimit, checkNumber, firstCharacters } from '@toolwire/internal';

/** Limits for the texts that a model reads. Longer texts are truncated. */
export interface TruncateOptions {
  /** The maximum number of characters. A truncated text ends with a note. Default: 100,000. */
  readonly maxCharacters?: number | undefined;
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
interface TruncatedText {
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

const defaultMaxCharacters = 100_000;

/** Rejects an invalid limit before the first request to a model. */
export function checkLimits({ maxCharacters = defaultMaxCharacters }: TruncateOptions): void {
  checkNumber('maxCharacters', maxCharacters, anyLimit);
}

export function createTextLimits(options: TruncateOptions): TextLimits {
  const { maxCharacters = defaultMaxCharacters, artifacts } = options;
  const fits = (text: string): boolean => text.length <= maxCharacters;

  const truncate: TextLimits['truncate'] = async (text, contentType, signal = new AbortController().signal) => {
    if (fits(text)) return { text, isTruncated: false };
    const prefix = firstCharacters(text, maxCharacters);
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

const encoder = new TextEncoder();

async function* bytesOf(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield encoder.encode(text);
}
