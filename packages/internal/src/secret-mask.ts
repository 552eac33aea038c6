import { maskRanges, type Range } from './mask-ranges.ts';
import { spellingsOf } from './secret-spellings.ts';

// A shorter one would be found in half of all words, and its masks would tell what it is.
const shortestSecret = 4;

/** Makes a function that hides secrets wherever a text repeats them: as they are, and as JSON, addresses, forms and base64 spell them. */
export function createSecretMask(secrets: readonly string[]): (text: string) => string {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].filter(({ length }) => length >= shortestSecret);
  if (spellings.length === 0) return (text) => text;
  return (text) => {
    const found = spellings.flatMap((spelling) => rangesOf(spelling, text));
    return found.length === 0 ? text : maskRanges(text, found);
  };
}

/** Where a text has a spelling; those that overlap are one. */
function rangesOf(spelling: string, text: string): readonly Range[] {
  const ranges: Range[] = [];
  let last: Range | undefined;
  for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + 1)) {
    if (last !== undefined && at <= last.to) {
      last.to = at + spelling.length;
    } else {
      last = { from: at, to: at + spelling.length };
      ranges.push(last);
    }
  }
  return ranges;
}
