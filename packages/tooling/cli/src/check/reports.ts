import { type Mark, markOf, styleOf } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { countOf, safeLine } from '../terminal/terminal-text.ts';
import { lineWidth, withPrefix, wrapText } from '../terminal/text-width.ts';
import { type CheckedCase, type CheckSummary, caseName } from './check-result.ts';

const staleText = 'is expected to fail but passed. Remove it from the file';

/** Writes results as text: failures, warnings, the reasons of skipped tests, and counts. */
export function reportText(cases: readonly CheckedCase[], summary: CheckSummary, terminal: Terminal): string {
  const { counts, failures, expected, stale, isOk } = summary;
  const style = styleOf(terminal);
  const width = lineWidth(terminal, 2);
  const entry = (mark: Mark, title: string, message: string): string => {
    const details = message === '' ? [] : wrapText(safeLine(message), width).map(style.dim);
    return withPrefix(`${markOf(mark, style)} `, 2, [...wrapText(safeLine(title), width), ...details]).join('\n');
  };
  const failed = failures.map((failure) => {
    const cited = failure.requirements.length === 0 ? '' : ` (${failure.requirements.join(' ')})`;
    return entry('problem', `${caseName(failure)}${cited}`, failure.message ?? '');
  });
  const warnings = cases
    .filter(({ status }) => status === 'warn')
    .map((warning) => entry('warning', caseName(warning), warning.message ?? ''));
  const skipped = skipReasons(cases).map(({ reason, count, advice }) =>
    entry('skipped', `${countOf(count, 'test')} skipped: ${reason}`, advice),
  );
  const staleEntries = stale.map((name) => entry('problem', `${name} ${staleText}`, ''));
  const expectedText = expected.length === 0 ? '' : `, ${expected.length} of them expected`;
  const totals = `${counts.pass} passed, ${counts.fail} failed${expectedText}, ${countOf(counts.warn, 'warning')}, ${counts.skip} skipped`;
  const blocks = [...failed, ...warnings, ...staleEntries, ...skipped];
  return `${[...blocks, `${markOf(isOk ? 'ok' : 'problem', style)} ${style.bold(totals)}`].join('\n')}\n`;
}

/** Why tests were skipped, and how to run them. */
interface SkipReason {
  readonly reason: string;
  readonly count: number;
  readonly advice: string;
}

type Need = NonNullable<CheckedCase['missing']>[number];

// A test that lacks several things is counted with the first of them in this list, because it needs that one anyway.
const needs: Readonly<Record<Need, Omit<SkipReason, 'count'>>> = {
  credentials: {
    reason: 'they need a server with authentication, and its credentials',
    advice: 'To run them, pass --test-auth with --api-key, or with --jwt-secret and --jwt-audience.',
  },
  'api-key': { reason: 'they need an API key', advice: 'To run them, pass --api-key.' },
  jwt: { reason: 'they need signed tokens', advice: 'To run them, pass --jwt-secret and --jwt-audience.' },
  documents: {
    reason: 'they call the example tools of the standard',
    advice: 'To run them, serve documentTools() of @toolwire/conformance.',
  },
  draining: { reason: 'they need a server that shuts down', advice: '' },
  empty: { reason: 'they need a server without tools', advice: '' },
  fixtures: {
    reason: 'they call tools made for tests',
    advice: 'To run them, serve fixtureTools() of @toolwire/conformance.',
  },
};

function skipReasons(cases: readonly CheckedCase[]): readonly SkipReason[] {
  const reasons = new Map<string, SkipReason>();
  for (const { status, message = 'no reason given', missing = [] } of cases) {
    if (status !== 'skip') continue;
    const [, known] = Object.entries(needs).find(([need]) => missing.some((lacking) => lacking === need)) ?? [];
    const { reason, advice } = known ?? { reason: message, advice: '' };
    reasons.set(reason, { reason, advice, count: (reasons.get(reason)?.count ?? 0) + 1 });
  }
  return [...reasons.values()];
}

export function asJunit(cases: readonly CheckedCase[], { expected, stale }: CheckSummary): string {
  const suites = [...new Set(cases.map(({ suite }) => suite))].map((suite) => {
    const suiteCases = cases.filter((checked) => checked.suite === suite);
    const isExpected = (checked: CheckedCase): boolean => expected.includes(checked);
    const failures = suiteCases.filter((checked) => checked.status === 'fail' && !isExpected(checked)).length;
    const skipped = suiteCases.filter((checked) => checked.status === 'skip' || isExpected(checked)).length;
    const lines = suiteCases.map((checked) => junitCase(checked, isExpected(checked)));
    return `  <testsuite name="${xml(suite)}" tests="${suiteCases.length}" failures="${failures}" skipped="${skipped}">\n${lines.join('')}  </testsuite>\n`;
  });
  const staleCases = stale.map(
    (name) =>
      `    <testcase classname="expected failures" name="${xml(name)}"><failure message="${staleText}"/></testcase>\n`,
  );
  const staleSuite =
    stale.length === 0
      ? ''
      : `  <testsuite name="expected failures" tests="${stale.length}" failures="${stale.length}" skipped="0">\n${staleCases.join('')}  </testsuite>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}${staleSuite}</testsuites>\n`;
}

function junitCase(checked: CheckedCase, isExpected: boolean): string {
  const content = junitContent(checked, isExpected);
  return `    <testcase classname="${xml(checked.suite)}" name="${xml(checked.title)}">${content}</testcase>\n`;
}

function junitContent({ status, message = '' }: CheckedCase, isExpected: boolean): string {
  if (isExpected) return `<skipped message="${xml(`expected to fail: ${message}`)}"/>`;
  switch (status) {
    case 'pass':
      return '';
    case 'fail':
      return `<failure message="${xml(message)}"/>`;
    case 'warn':
      return `<system-out>${xml(`advised: ${message}`)}</system-out>`;
    case 'skip':
      return `<skipped message="${xml(message)}"/>`;
  }
}

function xml(text: string): string {
  return safeLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Returns a standalone SVG badge with the number of passed tests. */
export function asBadge(suites: readonly string[], { counts, failures, stale, isOk }: CheckSummary): string {
  const label = suites.join(' + ') || 'nothing';
  const result = isOk ? `${counts.pass} passed` : `${failures.length + stale.length} failed`;
  // At a font size of 11 px, a character is at most 7 px wide.
  const [left, right] = [label.length * 7 + 10, result.length * 7 + 10];
  const color = isOk ? '#2a7d3f' : '#b3261e';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${xml(`${label}: ${result}`)}">
  <rect width="${left}" height="20" fill="#444"/>
  <rect x="${left}" width="${right}" height="20" fill="${color}"/>
  <g fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle">
    <text x="${left / 2}" y="14">${xml(label)}</text>
    <text x="${left + right / 2}" y="14">${xml(result)}</text>
  </g>
</svg>
`;
}
