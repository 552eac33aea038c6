/**
 * Paths and hosts that mean something on one machine only.
 * @param {string} text
 * @param {{ folders: readonly string[], registry: string | undefined }} here The folders and the registry of this machine.
 */
export function findMachineWords(text, here) {
  const folders = here.folders.filter((folder) => folder.length > 1).map((folder) => `${escape(folder)}/`);
  const host = here.registry === undefined ? [] : [escape(new URL(here.registry).host)];
  const pattern = [
    `(?<![\\w.$}*-])(?:${[...folders, '/Users/\\w', '[A-Z]:\\\\\\\\?Users\\\\'].join('|')})[\\w./-]*`,
    ...host,
    'registry\\.(?:npmjs|yarnpkg|npmmirror)\\.[a-z]+',
  ].join('|');
  return matches(text, new RegExp(pattern, 'g')).map(({ line, found }) => ({ line, word: found[0] }));
}

/**
 * The links of a Markdown page to files beside it, and to headings; no target means the page itself.
 * @param {string} markdown
 */
export function findRelativeLinks(markdown) {
  const links = matches(markdown, /\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]*))?\)/g);
  const pictures = matches(markdown, / (?:src|srcset)="(?![a-z]+:)([^"\s]+)"/g);
  return [...links, ...pictures].map(({ line, found }) => ({ line, target: found[1] ?? '', anchor: found[2] }));
}

/**
 * The anchors of a Markdown page's headings, as the places that show it make them.
 * @param {string} markdown
 * @returns {ReadonlySet<string>}
 */
export function findAnchors(markdown) {
  const headings = markdown.replaceAll(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} +(.+)$/gm);
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading)));
}

/**
 * The anchor that places which show Markdown give a heading.
 * @param {string} heading
 */
export function anchorOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 */
function matches(text, pattern) {
  return [...text.matchAll(pattern)].map((found) => ({ line: text.slice(0, found.index).split('\n').length, found }));
}

/** @param {string} word */
function escape(word) {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
