/** Throws if two JSON values differ, in any order of keys. For contract tests, which run in any test runner. */
export function assertEqual(actual: unknown, expected: unknown, subject: string): void {
  const [got, wanted] = [jsonOf(actual), jsonOf(expected)];
  if (got !== wanted) throw new Error(`${subject}: expected ${wanted}, got ${got}`);
}

function jsonOf(value: unknown): string {
  return JSON.stringify(withSortedKeys(value)) ?? 'undefined';
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, withSortedKeys(member)]));
}

/** Polls until a condition is true. For contract tests. */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  expectation: string,
  seconds: number = 30,
): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${expectation} within ${seconds} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
