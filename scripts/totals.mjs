/**
 * @typedef {object} Failure
 * @property {string} file
 * @property {string} name The test with the suites around it; empty for a whole file.
 * @property {string} error
 */

/**
 * @typedef {object} TestReport What `totals-reporter.mjs` writes of one run.
 * @property {number} passed
 * @property {number} skipped
 * @property {readonly Failure[]} failures
 * @property {readonly Failure[]} secondTries Tests that failed once and then passed.
 * @property {readonly { file: string, seconds: number }[]} slowest The files that took the most time, slowest first.
 */

/**
 * @typedef {object} Leg
 * @property {string} name
 * @property {TestReport | undefined} report Nothing when the run wrote none.
 */

/**
 * Summarizes all runs. The last line is `N passed, N failed`.
 * @param {readonly Leg[]} legs
 * @param {readonly string[]} failedSteps What else has failed, such as `check: lint`, so that the last line never says 0 then.
 * @returns {{ text: string, passed: number, failed: number }}
 */
export function totals(legs, failedSteps) {
  const passed = legs.reduce((sum, { report }) => sum + (report?.passed ?? 0), 0);
  const failures = legs.flatMap(({ name, report }) =>
    report ? report.failures.map((failure) => `failed: ${line(name, failure)}`) : [`failed: ${name}: wrote no report`],
  );
  const secondTries = legs.flatMap(({ name, report }) =>
    (report?.secondTries ?? []).map((test) => `passed at the second try: ${line(name, test)}`),
  );
  const failed = Math.max(failures.length, failedSteps.length);
  const text = [
    ...legs.map(({ name, report }) => `${name}: ${report ? countsOf(report) : 'the tests have not run to their end'}`),
    ...legs.flatMap(({ name, report }) => (report?.slowest.length ? [`slowest in ${name}: ${slowestOf(report)}`] : [])),
    ...secondTries,
    ...failures,
    ...failedSteps.map((step) => `failed: ${step}`),
    `${passed} passed, ${failed} failed`,
  ].join('\n');
  return { text, passed, failed };
}

/** @param {TestReport} report */
function countsOf({ passed, failures, skipped }) {
  return `${passed} passed, ${failures.length} failed, ${skipped} skipped`;
}

/** @param {TestReport} report */
function slowestOf({ slowest }) {
  return slowest.map(({ file, seconds }) => `${file} ${seconds} s`).join(', ');
}

/**
 * @param {string} leg
 * @param {Failure} failure
 */
function line(leg, { file, name, error }) {
  const [first = ''] = error.trim().split('\n');
  return `${[`${leg}: ${file}`, name].filter(Boolean).join(' > ')}: ${first.slice(0, 300)}`;
}
