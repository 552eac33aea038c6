/**
 * Which pages show a name in their code, by the heading above the code.
 * @param {readonly { readonly route: string, readonly title: string, readonly markdown: string }[]} pages
 * @param {(heading: string) => string} anchorOf
 */
export function indexOfCode(pages, anchorOf) {
  /** @type {Map<string, string[]>} */
  const index = new Map();
  for (const { route, title, markdown } of pages) {
    for (const { heading, names } of codeOf(markdown)) {
      const link = `[${title}${heading === undefined ? '' : `: ${heading.replaceAll(/[[\]]/g, '')}`}](/${route}.md${heading === undefined ? '' : `#${anchorOf(heading)}`})`;
      for (const name of names) {
        const links = index.get(name) ?? [];
        index.set(name, links.includes(link) ? links : [...links, link]);
      }
    }
  }
  return index;
}

/**
 * The names that each block of TypeScript imports, with the heading above it.
 * @param {string} markdown
 */
function codeOf(markdown) {
  /** @type {string | undefined} */
  let heading;
  const found = [];
  for (const [, level, text, code] of markdown.matchAll(/^(#{1,6}) +(.+)$|^```ts(?: .*)?\n([^]*?)^```/gm)) {
    if (code === undefined) heading = level === '#' ? undefined : text;
    else found.push({ heading, names: importedNames(code) });
  }
  return found;
}

/** @param {string} code */
function importedNames(code) {
  const imports = [...code.matchAll(/^import (?:type )?\{([^}]*)\} from '(?:@toolwire\/[^']+|toolwire)'/gm)];
  return imports.flatMap(([, names = '']) =>
    names.split(',').map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*/, ''),
    ),
  );
}
