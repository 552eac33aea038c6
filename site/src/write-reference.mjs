/** @typedef {import('./read-reference.mjs').ReferenceModule} ReferenceModule */
/** @typedef {import('./read-reference.mjs').ReferenceEntry} ReferenceEntry */

/** @typedef {import('./excerpts.mjs').ExamplePlace} ExamplePlace */

/**
 * @typedef {object} ReferenceLinks
 * @property {(folder: string, name: string) => string} toExport Where an export is described.
 * @property {(place: ExamplePlace) => string} toExample The place of an example.
 * @property {(name: string) => readonly string[]} shownIn Links to the pages whose code shows an export.
 */

/**
 * The part of a package's page that is made of its types: every export, and every member of each, with an example.
 * @param {readonly ReferenceModule[]} modules
 * @param {ReferenceLinks} links
 */
export function writeReference(modules, links) {
  const section = (/** @type {ReferenceModule} */ { entry, exports }) => [
    `## Exports of \`${entry}\``,
    ...exports.flatMap((one) => (one.home === undefined ? describe(one, links) : [])),
    ...listOthers(entry, exports, links),
  ];
  return modules.flatMap(section).join('\n\n');
}

/**
 * @param {ReferenceEntry} one
 * @param {ReferenceLinks} links
 */
function describe({ name, sentence, code, members, example, shownBy }, links) {
  const hasExamples = members.some((member) => member.example !== undefined);
  const rows = members.map((member) => {
    const cells = [inCode(member.name), inCode(member.type), inCell(member.sentence)];
    return `| ${[...cells, ...(hasExamples ? [linkOf(member.example)] : [])].join(' | ')} |`;
  });
  const head = hasExamples
    ? ['| member | type | | for example |', '|---|---|---|---|']
    : ['| member | type | |', '|---|---|---|'];
  const pages = links.shownIn(name);
  return [
    `### ${name}`,
    inText(sentence),
    `\`\`\`ts\n${code}\n\`\`\``,
    ...(rows.length > 0 ? [[...head, ...rows].join('\n')] : []),
    ...(example ? [`[For example](${links.toExample(example.place)}):`, `\`\`\`ts\n${example.code}\n\`\`\``] : []),
    ...(shownBy
      ? [`For example, as [\`${shownBy.name}\`](${links.toExport(shownBy.home, shownBy.name)}) has it.`]
      : []),
    ...(pages.length > 0 ? [`Shown in ${pages.join(', ')}.`] : []),
  ];

  /** @param {import('./excerpts.mjs').Example | undefined} given */
  function linkOf(given) {
    return given ? `[${inCode(given.code)}](${links.toExample(given.place)})` : '';
  }
}

/**
 * What an entry hands on from other packages, each with the place that describes it.
 * @param {string} entry
 * @param {readonly ReferenceEntry[]} exports
 * @param {ReferenceLinks} links
 */
function listOthers(entry, exports, links) {
  const rows = exports.flatMap(({ name, home, sentence }) =>
    home === undefined ? [] : `| [\`${name}\`](${links.toExport(home, name)}) | ${inCell(sentence)} |`,
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
