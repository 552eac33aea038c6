/**
 * Ends a check: its problems, one a line, or what was looked at, so that a check of nothing is seen.
 * @param {readonly string[]} problems
 * @param {string} looked
 */
export function report(problems, looked) {
  for (const problem of problems) console.error(problem);
  console.log(problems.length > 0 ? `${problems.length} problems in ${looked}` : `no problem in ${looked}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
