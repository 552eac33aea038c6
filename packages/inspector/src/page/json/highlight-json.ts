const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|\b(true|false|null)\b/gi;
const names = ['json-key', 'json-string', 'json-number', 'json-word', 'json-found'] as const;
const maxRanges = 8_000;

/**
 * Colors the tokens of a JSON text, and the places of a query, without an element for each. Browsers that can't do this show
 * plain text. Returns the function that removes the colors.
 */
export function highlightJson(text: Text, isJson: boolean, query: string): () => void {
  if (typeof Highlight === 'undefined') return () => undefined;
  const added: (readonly [string, Range])[] = [];
  const add = (name: (typeof names)[number], from: number, to: number): void => {
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
  const lower = text.data.toLowerCase();
  for (let at = query === '' ? -1 : lower.indexOf(query); at >= 0 && added.length < maxRanges; ) {
    add('json-found', at, at + query.length);
    at = lower.indexOf(query, at + query.length);
  }
  for (const [name, range] of added) highlightOf(name).add(range);
  return () => {
    for (const [name, range] of added) highlightOf(name).delete(range);
  };
}

function highlightOf(name: string): Highlight {
  const existing = CSS.highlights.get(name);
  if (existing !== undefined) return existing;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
}
