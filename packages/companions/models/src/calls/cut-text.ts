/** How long the texts are that a model reads, and what becomes of longer ones. */
export interface CutOptions {
  /** The most characters of a text that a model reads; longer ones are cut, and say so. 100 000 if left out. */
  readonly maxCharacters?: number | undefined;
  /** The most tokens of a text that a model reads, as `countTokens` counts them; any number if left out. */
  readonly maxTokens?: number | undefined;
  /** How many tokens a text is for the model; one for each three bytes if left out, which is more than most models make of it. */
  readonly countTokens?: ((text: string) => number) | undefined;
  /** Keeps the whole of what is cut, so that the model reads its address: a store of `@toolwire/artifacts`, or one of your own. */
  readonly artifacts?: TextStore | undefined;
}

/** What keeps texts and gives their addresses. */
export interface TextStore {
  save(
    body: AsyncIterable<Uint8Array>,
    details: { readonly contentType: string; readonly description: string; readonly signal: AbortSignal },
  ): Promise<{ readonly url: string }>;
}

/** A text as a model reads it. */
export interface CutText {
  readonly text: string;
  readonly isCut: boolean;
  /** Why the whole of it could not be kept. */
  readonly notKept?: unknown;
}

/** Cuts a text where it is too long for a model. */
export type CutsText = (text: string, contentType: string, signal: AbortSignal | undefined) => Promise<CutText>;

/** Makes what cuts texts that are too long for a model. */
export function createCut(options: CutOptions): CutsText {
  const { maxCharacters = 100_000, maxTokens = Number.POSITIVE_INFINITY, countTokens = estimate, artifacts } = options;
  const count = (text: string): number => {
    try {
      return countTokens(text);
    } catch {
      // Some tokenizers refuse texts that look like their own marks, and the model is owed an answer.
      return estimate(text);
    }
  };
  const fits = (text: string): boolean => maxTokens === Number.POSITIVE_INFINITY || count(text) <= maxTokens;

  return async (text, contentType, signal = new AbortController().signal) => {
    const most = text.slice(0, maxCharacters);
    if (most.length === text.length && fits(text)) return { text, isCut: false };
    // Half of a pair would be no character at all.
    const start = longestStart(most, fits).replace(/[\uD800-\uDBFF]$/, '');
    const note = `these are the first ${start.length} of ${text.length} characters.`;
    const written = (place: string): string => `${start}\n\n[Cut: ${note}${place} Ask for less, or for another part.]`;
    if (artifacts === undefined) return { text: written(''), isCut: true };
    try {
      const details = { contentType, description: 'The whole of what a model has read the start of.', signal };
      const { url } = await artifacts.save(bytesOf(text), details);
      return { text: written(` All of it is at ${url}`), isCut: true };
    } catch (notKept) {
      // The model is owed an answer all the same; the log hears of it.
      return { text: written(''), isCut: true, notKept };
    }
  };
}

/** The longest start that fits, as tokens grow with the text. */
function longestStart(text: string, fits: (text: string) => boolean): string {
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
