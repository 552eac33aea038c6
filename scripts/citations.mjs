/** Ids as comments and tests cite them; a percent sign before one makes it a byte of an address. */
const citedId =
  /(?<![%\w-])(?:E\d{2}|CASE-(?:\d+|[A-Z])|CONV-\d+|REL-\d+|FAULT-\d+|ARC-\d+|ANS-\d+|TASK-\d+|OTC-[A-Z]+-\d+[a-z]?|MCP-[A-Z]+-\d+)(?![\w-])/g;

/** Places in a text that nobody here has, such as a section of it; those of an RFC can be looked up. */
const placeElsewhere = /\b(?:section|case|rule|row)s? \d+(?:\.\d+)*/gi;

/**
 * The ids that a page of decisions or a file of requirements defines: all that it names.
 * @param {readonly string[]} texts
 * @returns {ReadonlySet<string>}
 */
export function definedIds(texts) {
  return new Set(texts.flatMap((text) => text.match(citedId) ?? []));
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
        message: `cites ${id}, which docs/decisions.md and the requirements do not know`,
      })),
      ...places.map((place) => ({
        line: index + 1,
        message: `cites '${place}' of a text that is not here; cite an id of docs/decisions.md`,
      })),
    ];
  });
}
