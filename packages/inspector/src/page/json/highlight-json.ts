const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|\b(true|false|null)\b/gi;
type TokenName = 'json-key' | 'json-string' | 'json-number' | 'json-word' | 'json-found';
/** The maximum number of tokens that get a color, and of matches of a query. */
const maxRanges = 8_000;

/**
 * Colors the tokens of a JSON text, and the matches of a query, without an element for each. Browsers that can't do this show
 * plain text. Returns the function that removes the colors.
 */
export function highlightJson(text: Text, isJson: boolean, query: string): () => void {
  if (typeof Highlight === 'undefined') return () => undefined;
  const ranges: (readonly [string, Range])[] = [];
  const add = (name: TokenName, from: number, to: number): void => {
    const range = new Range();
    range.setStart(text, from);
    range.setEnd(text, to);
    ranges.push([name, range]);
  };
  if (isJson) {
    for (const { index, 0: whole, 1: quoted, 2: colon, 3: number } of text.data.matchAll(tokens)) {
      if (ranges.length >= maxRanges) break;
      if (quoted !== undefined) add(colon === undefined ? 'json-string' : 'json-key', index, index + quoted.length);
      else add(number === undefined ? 'json-word' : 'json-number', index, index + whole.length);
    }
  }
  for (const { from, to } of matchesOf(query, text.data)) add('json-found', from, to);
  for (const [name, range] of ranges) highlightOf(name).add(range);
  return () => {
    for (const [name, range] of ranges) highlightOf(name).delete(range);
  };
}

/** Finds a query in a text, in any case. `toLowerCase()` is not used, because it changes the length of some texts. */
export function matchesOf(query: string, text: string): readonly { readonly from: number; readonly to: number }[] {
  if (query === '') return [];
  const pattern = new RegExp(query.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'gi');
  const matches: { readonly from: number; readonly to: number }[] = [];
  for (const { index, 0: match } of text.matchAll(pattern)) {
    if (matches.length >= maxRanges) break;
    matches.push({ from: index, to: index + match.length });
  }
  return matches;
}

function highlightOf(name: string): Highlight {
  const existing = CSS.highlights.get(name);
  if (existing !== undefined) return existing;
  const highlight = new Highlight();
  CSS.highlights.set(name, highlight);
  return highlight;
}
