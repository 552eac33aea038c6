/** Ids as comments and tests cite them; a percent sign before one makes it a byte of an address. */
const citedId =
  /(?<![%\w-])(?:E\d{2}|CASE-(?:\d+|[A-Z])|CONV-\d+|REL-\d+|FAULT-\d+|ARC-\d+|ANS-\d+|TASK-\d+|(?:OTC|OXP|MCP)-[A-Z]+-\d+[a-z]?)(?![\w-])/g;

/** Sections of documents outside this repository. Sections of an RFC can be looked up. */
const placeElsewhere = /(?:\b(?:section|case|rule|row)s? |§ ?)\d+(?:\.\d+)*/gi;

/** Where an id is defined: in the first cell of a row, at the head of a paragraph, or first in the row of a requirement. */
const definition = /^\| ([^|[]+) \||^\*\*([^:]+):|\[\s*'([A-Z]+-[A-Z]+-\d+[a-z]?)',/gm;

/**
 * The ids that a page of decisions or a file of requirements defines, and not those that it only names.
 * @param {readonly string[]} texts
 * @returns {ReadonlySet<string>}
 */
export function definedIds(texts) {
  const heads = texts.flatMap((text) => [...text.matchAll(definition)].map((found) => found.slice(1).join('')));
  return new Set(heads.flatMap((head) => head.match(citedId) ?? []));
}

/**
 * What a file cites that cannot be looked up.
 * @param {string} text
 * @param {ReadonlySet<string>} defined
 * @returns {{ line: number, message: string }[]}
 */
export function findUnknownCitations(text, defined) {
  return text.split('\n').flatMap((content, index) => {
    const ids = (content.match(citedId) ?? []).filter((id) => !defined.has(id));
    const places = /\bRFC \d+/.test(content) ? [] : (content.match(placeElsewhere) ?? []);
    return [
      ...ids.map((id) => ({
        line: index + 1,
        message: `cites ${id}, which docs/internals/decisions.md and the requirements do not know`,
      })),
      ...places.map((place) => ({
        line: index + 1,
        message: `cites '${place}' of a document outside this repository; cite an ID of docs/internals/decisions.md`,
      })),
    ];
  });
}
