/**
 * The texts of mistakes that are found when a program starts, as the sources of the packages write them: `…` stands for what differs.
 * @param {string} source
 * @returns {readonly { readonly code: string, readonly text: string | undefined }[]} Without a text where it is put together elsewhere.
 */
export function findThrown(source) {
  const thrown = [...source.matchAll(/new (?:StartUpError|SchemaError)\(\s*'(TW_\w+)',\s*/g)];
  return thrown.map((found) => ({
    code: found[1] ?? '',
    text: readText(source.slice(found.index + found[0].length)),
  }));
}

/**
 * The codes that a source names: thrown, or handed to what throws.
 * @param {string} source
 */
export function findCodes(source) {
  return [...source.matchAll(/'(TW_[A-Z_]+)'/g)].map(([, code = '']) => code);
}

/**
 * The codes of the page about errors, with the texts that stand below each.
 * @param {string} page
 * @returns {ReadonlyMap<string, readonly string[]>}
 */
export function readErrorsPage(page) {
  const sections = page.split(/^### /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [code = ''] = section.split('\n');
      const listed = section.match(/^```text\n([^]*?)^```/m)?.[1] ?? '';
      return [code.trim(), listed.split('\n').filter((line) => line !== '')];
    }),
  );
}

/**
 * A literal at the start of the source, in one of the three kinds of quotes.
 * @param {string} source
 */
function readText(source) {
  const quote = source[0] ?? '';
  if (!'\'"`'.includes(quote)) return undefined;
  let text = '';
  for (let index = 1; index < source.length; index++) {
    const letter = source[index];
    if (letter === quote) return text;
    if (letter === '\\') text += source[++index];
    else if (quote === '`' && letter === '$' && source[index + 1] === '{') {
      index = endOfInsertion(source, index + 1);
      text += '…';
    } else text += letter;
  }
  return undefined;
}

/**
 * Where the brace closes that opens at a place.
 * @param {string} source
 * @param {number} opening
 */
function endOfInsertion(source, opening) {
  let depth = 0;
  for (let index = opening; index < source.length; index++) {
    if (source[index] === '{') depth++;
    if (source[index] === '}' && --depth === 0) return index;
  }
  return source.length;
}
