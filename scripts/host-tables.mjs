import { frameworkTable } from './framework-table.mjs';

/**
 * @typedef {object} HostResult The result of one test of `describeHost`.
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

const standard = 'the standard';

/**
 * Lays the results of `describeHost` out as Markdown.
 * @param {readonly HostResult[]} results
 * @returns {HostTables}
 */
export function hostTables(results) {
  const all = results.map(toRow).filter(({ bodies }) => bodies !== undefined);
  // The suite runs in the order of the table in tests/hosts.
  const hosts = [...new Set(all.map(({ host }) => host))];
  const counted = all.filter(({ state, note }) => state !== 'skipped' || note !== undefined);
  const reasons = [...new Set(counted.flatMap(({ note }) => note ?? []))].sort((a, b) => numberOf(a) - numberOf(b));
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
    notes: reasons.map((reason) => noteOf(reason, counted)).join('\n'),
  };
}

/**
 * @param {HostTables} tables
 * @returns {string} docs/hosts.md
 */
export function hostPage({ short, long, notes }) {
  return `# Framework adapters, case by case

This page shows which behavior each framework adapter supports, and the exceptions. Use it to check the framework of your app.
To mount tools, see [Add tools to an existing app](start/existing-app.md):

\`\`\`ts
import { mountTools } from '@toolwire/express';

app.use('/ai', mountTools(tools));
\`\`\`

| sign | meaning |
|---|---|
| ✓ | supported, with and without a body parser in front of the tools |
| ✓ with a number | supported, except for the numbered exception of the framework |
| – with a number | the exception with this number |
| ✗ | not supported |

${short}

## Frameworks and versions

${frameworkTable()}

The apps of Next.js, SvelteKit, Astro, React Router and Nitro are built for production once, and then run with their Node servers. AdonisJS 7
is not tried: it needs Node 24. For Workers, Bun and Deno, see [Serverless and edge](recipes/edge.md).

## Exceptions

The test suite runs these cases too, and fails as soon as one passes. [tests/hosts](../tests/hosts/README.md) uses the same numbers.

${notes}

## How the page is made

\`node scripts/host-table.mjs --write\` writes this page. It runs \`describeHost\` of
[\`@toolwire/conformance\`](../packages/tooling/conformance/README.md) on each framework: without a body parser, and with one if the
framework has one. The suite sends HTTP/1.1, and a proxy forwards it to the server of node:http2 over HTTP/2 with TLS.
The same test file checks in each framework that an MCP client receives progress before the result.

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

/**
 * The number of an exception, which its reason begins with.
 * @param {string} reason
 */
function numberOf(reason) {
  return Number.parseInt(reason, 10);
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
  return [sign, ...noted.map((reason) => `<sup>${numberOf(reason)}</sup>`)].join(' ');
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
