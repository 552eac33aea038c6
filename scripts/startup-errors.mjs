/**
 * The messages of startup errors in a source; `…` marks the parts that vary.
 * @param {string} source
 * @param {string} [allSources] The sources that may call its exported functions.
 * @returns {readonly { readonly code: string, readonly text: string | undefined }[]} The text is undefined if it is built elsewhere.
 */
export function findThrown(source, allSources = source) {
  const thrown = [...source.matchAll(/new (?:StartupError|SchemaError)\(\s*'(TW_\w+)',\s*/g)];
  return thrown.flatMap((found) => {
    const code = found[1] ?? '';
    const text = readText(source.slice(found.index + found[0].length));
    const creator = text === undefined ? functionAt(source, found.index) : undefined;
    const calls = creator ? textsOfCalls(creator.isExported ? allSources : source, creator.name) : [];
    return calls.length > 0 ? calls.map((each) => ({ code, text: each })) : [{ code, text }];
  });
}

/**
 * The function that surrounds a place.
 * @param {string} source
 * @param {number} place
 */
function functionAt(source, place) {
  const found = [...source.slice(0, place).matchAll(/^(export )?(?:function|const) (\w+)/gm)].at(-1);
  return found && { name: found[2] ?? '', isExported: found[1] !== undefined };
}

/**
 * The messages that are passed to a function of the source as its first argument, as in `throw invalid('…')`.
 * @param {string} source
 * @param {string} name
 */
function textsOfCalls(source, name) {
  const calls = [...source.matchAll(new RegExp(`(?<!function )\\b${name}\\(\\s*`, 'g'))];
  return calls.flatMap((call) => readText(source.slice(call.index + call[0].length)) ?? []);
}

/**
 * The codes in a source, thrown directly or passed to a function that throws.
 * @param {string} source
 */
export function findCodes(source) {
  return [...source.matchAll(/'(TW_[A-Z_]+)'/g)].map(([, code = '']) => code);
}

/**
 * @typedef {object} ErrorSection
 * @property {string} title The first paragraph: what is wrong, in a few words.
 * @property {readonly string[]} texts The messages, which are folded away.
 */

/**
 * The sections of the page about errors, by their codes.
 * @param {string} page
 * @returns {ReadonlyMap<string, ErrorSection>}
 */
export function readErrorsPage(page) {
  const sections = page.split(/^### /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [code = ''] = section.split('\n');
      const title = /^\*\*(.+)\*\*$/m.exec(section)?.[1] ?? '';
      const listed = section.match(/^```text\n([^]*?)^```/m)?.[1] ?? '';
      return [code.trim(), { title, texts: listed.split('\n').filter((line) => line !== '') }];
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
