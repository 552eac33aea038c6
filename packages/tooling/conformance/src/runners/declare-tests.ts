import { isSkip, titleOf } from '../cases/otc-case.ts';
import { expectException, type ReasonsByTitle } from './known-exceptions.ts';
import type { RunningTest, TestRunner } from './test-runner.ts';

interface TestedCase {
  readonly title: string;
  readonly waits?: true;
}

export interface TestedSuite<Case extends TestedCase> {
  readonly groups: readonly { readonly title: string; readonly cases: readonly Case[] }[];
  readonly reasons: ReasonsByTitle;
  readonly testTitle: (testedCase: Case) => string;
  /** Runs before the first case. */
  readonly start?: () => Promise<void>;
  /** Returns why a case does not apply. Runs after `start`. */
  readonly skipReason?: (testedCase: Case) => string | undefined;
  readonly run: (testedCase: Case) => Promise<void>;
}

/** Declares cases as tests. Cases that mostly wait start together, before the first test. */
export function declareTests<Case extends TestedCase>(runner: TestRunner, suite: TestedSuite<Case>): void {
  const { groups, reasons, testTitle, start, skipReason = () => undefined } = suite;
  const startedCases = new Map<Case, Promise<void>>();
  runner.beforeAll(async () => {
    await start?.();
    for (const testedCase of groups.flatMap(({ cases }) => cases)) {
      if (testedCase.waits !== true || skipReason(testedCase) !== undefined) continue;
      const outcome = suite.run(testedCase);
      // Its test reports the failure later.
      outcome.catch(() => undefined);
      startedCases.set(testedCase, outcome);
    }
  });
  for (const group of groups) {
    if (group.cases.length === 0) continue;
    runner.describe(group.title, () => {
      for (const testedCase of group.cases) {
        const run = (): Promise<void> => startedCases.get(testedCase) ?? suite.run(testedCase);
        runner.test(testTitle(testedCase), async (context) => {
          const skipped = skipReason(testedCase);
          if (skipped !== undefined) return context.skip(skipped);
          return runAsTest(run, context, reasons.get(titleOf(group, testedCase)));
        });
      }
    });
  }
}

/** Runs a case in a test. With the reason of an exception, the case must fail, and the test is skipped. */
export async function runAsTest(
  run: () => Promise<void>,
  context: RunningTest,
  reason: string | undefined,
): Promise<void> {
  if (reason !== undefined) {
    await expectException(run, reason);
    return context.skip(reason);
  }
  try {
    await run();
  } catch (error) {
    if (isSkip(error)) return context.skip(error.message);
    throw error;
  }
}
