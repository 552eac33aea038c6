/**
 * @typedef {object} HostResult What came of one test of `describeHost`.
 * @property {readonly string[]} titles Host, way of bodies, group …, title.
 * @property {string} state `passed`, `failed` or `skipped`.
 * @property {string | undefined} note Why it was skipped: the reason of a known exception.
 * @property {string | undefined} message What was wrong.
 */

/**
 * @typedef {object} HostTables
 * @property {string} short Hosts by groups of cases.
 * @property {string} long Hosts by cases.
 * @property {string} notes The known exceptions.
 */

/** As readers look for them; hosts that are not named here come after them. */
const order = ['node:http', 'Express 5', 'Express 4', 'Fastify 5', 'Koa 3', 'Koa 2', 'hono'];
const standard = 'the standard';

/**
 * Lays the results of `describeHost` out as Markdown.
 * @param {readonly HostResult[]} results
 * @returns {HostTables}
 */
export function hostTables(results) {
  const all = results.map(toRow).filter(({ bodies }) => bodies !== undefined);
  const hosts = [...new Set(all.map(({ host }) => host))].sort((a, b) => rank(a) - rank(b));
  const counted = all
    .filter(({ state, note }) => state !== 'skipped' || note !== undefined)
    .sort((a, b) => rank(a.host) - rank(b.host));
  const reasons = [...new Set(counted.flatMap(({ note }) => note ?? []))];
  const table = (/** @type {string} */ title, /** @type {(row: Row) => string} */ rowOf) => {
    const names = [...new Set(counted.map(rowOf))];
    const lines = names.map((name) => {
      const rows = counted.filter((row) => rowOf(row) === name);
      const cells = hosts.map((host) =>
        cell(
          rows.filter((row) => row.host === host),
          reasons,
        ),
      );
      return line([`${name}${countOf(rows)}`, ...cells]);
    });
    return [line([title, ...hosts]), line(['---', ...hosts.map(() => '---')]), ...lines].join('\n');
  };
  return {
    short: table('cases', ({ group }) => group),
    long: table('case', ({ group, title }) => (group === standardRow ? group : `${group}: ${title}`)),
    notes: reasons.map((reason, index) => `${index + 1}. ${noteOf(reason, counted)}`).join('\n'),
  };
}

/**
 * @param {HostTables} tables
 * @returns {string} docs/hosts.md
 */
export function hostPage({ short, long, notes }) {
  return `# Hosts

What must hold on every host, as \`describeHost\` of [\`@toolwire/conformance\`](../packages/companions/conformance/README.md) has
found it, with bodies unread and, where the host has a parser, with bodies parsed in front of the tools. This page is
written by \`node scripts/host-table.mjs --write\`.

| sign | |
|---|---|
| ✓ | holds, however bodies arrive |
| ✓ with a number | holds but for the exception of that number, which the host itself does not allow |
| – with a number | the exception of that number |
| ✗ | does not hold |

${short}

## Exceptions

Each of them is run all the same, and fails the suite as soon as it holds.

${notes}

## Case by case

${long}
`;
}

/**
 * @typedef {object} Row
 * @property {string} host
 * @property {string | undefined} bodies
 * @property {string} group
 * @property {string} title
 * @property {string} state
 * @property {string | undefined} note
 */

const standardRow = 'Open Tool Calling 1.0';

/**
 * @param {HostResult} result
 * @returns {Row}
 */
function toRow({ titles, state, note }) {
  const [host = '', way = '', group = '', ...rest] = titles;
  const bodies = /^bodies (unread|parsed)$/.exec(way)?.[1];
  return { host, bodies, group: group === standard ? standardRow : group, title: rest.join(': '), state, note };
}

/** @param {string} host */
function rank(host) {
  const place = order.indexOf(host);
  return place === -1 ? order.length : place;
}

/**
 * @param {readonly Row[]} rows
 * @param {readonly string[]} reasons
 */
function cell(rows, reasons) {
  if (rows.length === 0) return '';
  if (rows.some(({ state }) => state === 'failed')) return '✗';
  const noted = reasons.filter((reason) => rows.some(({ note }) => note === reason));
  const sign = rows.some(({ state }) => state === 'passed') ? '✓' : '–';
  return [sign, ...noted.map((reason) => `<sup>${reasons.indexOf(reason) + 1}</sup>`)].join(' ');
}

/** @param {readonly Row[]} rows */
function countOf(rows) {
  const titles = new Set(rows.map(({ title }) => title));
  return titles.size > 1 ? ` (${titles.size} cases)` : '';
}

/**
 * @param {string} reason
 * @param {readonly Row[]} rows
 */
function noteOf(reason, rows) {
  const noted = rows.filter(({ note }) => note === reason);
  const ways = new Set(noted.map(({ bodies }) => bodies));
  const count = new Set(noted.map(({ group, title }) => `${group}: ${title}`)).size;
  const where = ways.size > 1 ? 'either way' : `bodies ${[...ways].join()}`;
  return `${reason} (${where}; ${count} ${count === 1 ? 'case' : 'cases'})`;
}

/** @param {readonly string[]} cells */
function line(cells) {
  return `| ${cells.join(' | ')} |`;
}
