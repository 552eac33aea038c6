/** @typedef {import('./read-reference.mjs').ReferenceModule} ReferenceModule */
/** @typedef {import('./read-reference.mjs').ReferenceEntry} ReferenceEntry */

/**
 * The part of a package's page that is made of its types: every export, and every member of each.
 * @param {readonly ReferenceModule[]} modules
 * @param {(folder: string, name: string) => string} linkTo Where an export of another package is described.
 * @param {(name: string) => readonly string[]} shownIn Links to the pages whose code shows an export.
 */
export function writeReference(modules, linkTo, shownIn) {
  const section = (/** @type {ReferenceModule} */ { entry, exports }) => [
    `## Exports of \`${entry}\``,
    ...exports.flatMap((one) => (one.home === undefined ? describe(one, shownIn(one.name)) : [])),
    ...listOthers(entry, exports, linkTo),
  ];
  return modules.flatMap(section).join('\n\n');
}

/**
 * @param {ReferenceEntry} one
 * @param {readonly string[]} pages
 */
function describe({ name, sentence, code, members }, pages) {
  const rows = members.map((one) => `| ${inCode(one.name)} | ${inCode(one.type)} | ${inCell(one.sentence)} |`);
  return [
    `### ${name}`,
    inText(sentence),
    `\`\`\`ts\n${code}\n\`\`\``,
    ...(rows.length > 0 ? [['| member | type | |', '|---|---|---|', ...rows].join('\n')] : []),
    ...(pages.length > 0 ? [`Shown in ${pages.join(', ')}.`] : []),
  ];
}

/**
 * What an entry hands on from other packages, each with the place that describes it.
 * @param {string} entry
 * @param {readonly ReferenceEntry[]} exports
 * @param {(folder: string, name: string) => string} linkTo
 */
function listOthers(entry, exports, linkTo) {
  const rows = exports.flatMap(({ name, home, sentence }) =>
    home === undefined ? [] : `| [\`${name}\`](${linkTo(home, name)}) | ${inCell(sentence)} |`,
  );
  return rows.length === 0
    ? []
    : [`### From other packages by \`${entry}\``, ['| export | |', '|---|---|', ...rows].join('\n')];
}

/** @param {string} text */
function inCode(text) {
  const fence = text.includes('`') ? '``' : '`';
  return text === '' ? '' : `${fence}${text.replaceAll('|', '\\|')}${fence}`;
}

/** @param {string} sentence */
function inCell(sentence) {
  return inText(sentence).replaceAll('|', '\\|');
}

/**
 * A sentence of a comment as words of a page: what is in angle brackets or double braces outside of code is not markup.
 * @param {string} sentence
 */
function inText(sentence) {
  return sentence
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '{&#8203;{')))
    .join('');
}
