import type { CaseResult } from '@toolwire/conformance';

export interface CheckedCase {
  /** `otc`, or `mcp` with its revision. */
  readonly suite: string;
  readonly title: string;
  readonly requirements: readonly string[];
  readonly status: 'pass' | 'fail' | 'warn' | 'skip';
  /** The error, or why the test was skipped. */
  readonly message?: string;
  /** What the server lacks for a test that was skipped. */
  readonly missing?: NonNullable<CaseResult['missing']>;
}

export interface CheckSummary {
  readonly counts: Readonly<Record<CheckedCase['status'], number>>;
  /** Unexpected failures. */
  readonly failures: readonly CheckedCase[];
  /** Expected failures. */
  readonly expected: readonly CheckedCase[];
  /** Expected failures that passed, and must be removed from the file. A test that was skipped or did not run is not one. */
  readonly stale: readonly string[];
  readonly isOk: boolean;
}

/** The name of a case in a file of expected failures. */
export function caseName({ suite, title }: CheckedCase): string {
  return `${suite}: ${title}`;
}

/** Compares the results with the expected failures. */
export function summarize(cases: readonly CheckedCase[], expectedNames: readonly string[]): CheckSummary {
  const counts = { pass: 0, fail: 0, warn: 0, skip: 0 };
  for (const { status } of cases) counts[status] += 1;
  const failed = cases.filter(({ status }) => status === 'fail');
  const expected = failed.filter((checked) => expectedNames.includes(caseName(checked)));
  const failures = failed.filter((checked) => !expected.includes(checked));
  const passed = new Set(cases.filter(({ status }) => status === 'pass' || status === 'warn').map(caseName));
  const stale = expectedNames.filter((name) => passed.has(name));
  return { counts, failures, expected, stale, isOk: failures.length === 0 && stale.length === 0 };
}

/** Reads a file of expected failures: one name per line, with comments after `#`. */
export function readExpected(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
}
