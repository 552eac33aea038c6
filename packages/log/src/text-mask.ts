/** What stands in the place of what is masked. */
export const mask = '[masked]';

/** A shorter text would be found in half of all words, and its masks would tell what it is. */
const shortestInText = 4;

/** Makes a function that masks secrets wherever a text repeats them: as they are, and as JSON or an address spells them. */
export function createTextMask(secrets: readonly string[]): (text: string) => string {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].filter(({ length }) => length >= shortestInText);
  if (spellings.length === 0) return (text) => text;
  return (text) => {
    const found = spellings.flatMap((spelling) => rangesOf(spelling, text));
    return found.length === 0 ? text : maskRanges(text, found);
  };
}

type Range = readonly [from: number, to: number];

function rangesOf(spelling: string, text: string): Range[] {
  const ranges: Range[] = [];
  for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + spelling.length)) {
    ranges.push([at, at + spelling.length]);
  }
  return ranges;
}

/** Ranges that touch or overlap become one mask: of two secrets in each other, no end may stay. */
function maskRanges(text: string, ranges: Range[]): string {
  ranges.sort(([a], [b]) => a - b);
  let masked = '';
  let end = -1;
  for (const [from, to] of ranges) {
    if (from > end) masked += text.slice(Math.max(end, 0), from) + mask;
    end = Math.max(end, to);
  }
  return masked + text.slice(end);
}

function spellingsOf(secret: string): readonly string[] {
  const trimmed = secret.trim();
  return [secret, trimmed, inJson(secret), ...inAddress(secret)];
}

function inJson(secret: string): string {
  return JSON.stringify(secret).slice(1, -1);
}

function inAddress(secret: string): readonly string[] {
  // Half a character, which no address can hold, would make encodeURIComponent throw.
  return /\p{Surrogate}/u.test(secret)
    ? []
    : [encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)];
}
