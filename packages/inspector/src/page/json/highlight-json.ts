const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|\b(true|false|null)\b/gi;
type TokenName = 'json-key' | 'json-string' | 'json-number' | 'json-word' | 'json-found';
/** The most tokens that get a color, and the most places of a query. */
const maxRanges = 8_000;

/**
 * Colors the tokens of a JSON text, and the places of a query, without an element for each. Browsers that can't do this show
 * plain text. Returns the function that removes the colors.
 */
export function highlightJson(text: Text, isJson: boolean, query: string): () => void {
  if (typeof Highlight === 'undefined') return () => undefined;
  const added: (readonly [string, Range])[] = [];
  const add = (name: TokenName, from: number, to: number): void => {
    const range = new Range();
    range.setStart(text, from);
    range.setEnd(text, to);
    added.push([name, range]);
  };
  if (isJson) {
    for (const { index, 0: whole, 1: quoted, 2: colon, 3: number } of text.data.matchAll(tokens)) {
      if (added.length >= maxRanges) break;
      if (quoted !== undefined) add(colon === undefined ? 'json-string' : 'json-key', index, index + quoted.length);
      else add(number === undefined ? 'json-word' : 'json-number', index, index + whole.length);
    }
  }
  for (const { from, to } of placesOf(query, text.data)) add('json-found', from, to);
  for (const [name, range] of added) highlightOf(name).add(range);
  return () => {
    for (const [name, range] of added) highlightOf(name).delete(range);
  };
}

/** The places of a query in a text, in any case. Not with `toLowerCase()`, which changes the length of some texts. */
export function placesOf(query: string, text: string): readonly { readonly from: number; readonly to: number }[] {
  if (query === '') return [];
  const found = text.matchAll(new RegExp(query.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'gi'));
  const places: { readonly from: number; readonly to: number }[] = [];
  for (const { index, 0: whole } of found) {
    if (places.length >= maxRanges) break;
    places.push({ from: index, to: index + whole.length });
  }
  return places;
}

function highlightOf(name: string): Highlight {
  const existing = CSS.highlights.get(name);
  if (existing !== undefined) return existing;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
}
