import { safeLine } from '../terminal/terminal-text.ts';
import { type CheckedCase, type CheckSummary, staleText } from './check-result.ts';

/** Writes results as JUnit XML. */
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
