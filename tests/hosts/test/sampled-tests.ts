import type { TestRunner } from '@toolwire/conformance';
import { afterAll, beforeAll, describe, test } from 'vitest';

const runner: TestRunner = { afterAll, beforeAll, describe, test };

/** Every how many tests of a host run every day. */
const step = 3;

/**
 * Creates a runner that declares each third test of a suite, and the first one of each group. Hosts that begin with another number
 * share the suite between them, so that each case runs on several hosts.
 */
export function sampledTests(first: number): TestRunner {
  let count = first;
  let isFirst = true;
  return {
    ...runner,
    describe: (title, body) =>
      runner.describe(title, () => {
        isFirst = true;
        body();
      }),
    test: (title, body) => {
      if (isFirst || count % step === 0) runner.test(title, body);
      isFirst = false;
      count += 1;
    },
  };
}
