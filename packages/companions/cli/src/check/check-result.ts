/** What came of one case of a suite. */
export interface CheckedCase {
  /** `otc`, or `mcp` with its revision. */
  readonly suite: string;
  readonly title: string;
  readonly requirements: readonly string[];
  readonly status: 'pass' | 'fail' | 'warn' | 'skip';
  /** What was wrong, or why it was left out. */
  readonly message?: string;
}

/** How a server did. */
export interface Verdict {
  readonly counts: Readonly<Record<CheckedCase['status'], number>>;
  /** Failed, and nobody has said so before. */
  readonly failures: readonly CheckedCase[];
  /** Failed, as was expected. */
  readonly expected: readonly CheckedCase[];
  /** Said to fail, and not failing: to be taken out of the file. */
  readonly stale: readonly string[];
  readonly isWell: boolean;
}

/** The name by which a file of expected failures knows a case. */
export function nameOf({ suite, title }: CheckedCase): string {
  return `${suite}: ${title}`;
}

/** Holds what came of a run against what was expected to fail. */
export function judge(cases: readonly CheckedCase[], expectedNames: readonly string[]): Verdict {
  const counts = { pass: 0, fail: 0, warn: 0, skip: 0 };
  for (const { status } of cases) counts[status] += 1;
  const failed = cases.filter(({ status }) => status === 'fail');
  const expected = failed.filter((each) => expectedNames.includes(nameOf(each)));
  const failures = failed.filter((each) => !expected.includes(each));
  const stale = expectedNames.filter((name) => !failed.some((each) => nameOf(each) === name));
  return { counts, failures, expected, stale, isWell: failures.length === 0 && stale.length === 0 };
}

/** Reads a file of expected failures: a name on each line, and words behind `#`. */
export function readExpected(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
}
