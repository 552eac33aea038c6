import { isDeepStrictEqual } from 'node:util';

/** Prints what was checked; what is not as expected is shown, and ends the process with 1. */
export function check(title: string, actual: unknown, expected: unknown = true): void {
  if (isDeepStrictEqual(actual, expected)) {
    console.log(`ok      ${title}`);
    return;
  }
  process.exitCode = 1;
  console.log(
    `FAILED  ${title}\n        expected ${JSON.stringify(expected)}\n        got      ${JSON.stringify(actual)}`,
  );
}
