import { isSkip, titleOf } from '../cases/otc-case.ts';
import type { RunningTest, TestRunner } from './test-runner.ts';

interface TestedCase {
  readonly title: string;
  readonly waits?: true;
}

interface TestedSuite<Case extends TestedCase> {
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

/** Cases that a server cannot pass, and the reason. */
export interface KnownException {
  /** One sentence for the report. */
  readonly reason: string;
  /** Titles with their group, such as `Bodies: a body arrives slowly`, or patterns. */
  readonly cases: readonly (string | RegExp)[];
}

/** The reason of each exception, by title. */
export type ReasonsByTitle = ReadonlyMap<string, string>;

/** Finds the reason of each exception. Throws if an entry names no case. */
export function findExceptions(exceptions: readonly KnownException[], titles: readonly string[]): ReasonsByTitle {
  const reasons = new Map<string, string>();
  for (const { reason, cases } of exceptions) {
    for (const pattern of cases) {
      const matched = titles.filter((title) => isMatch(pattern, title));
      if (matched.length === 0) throw new TypeError(`The exception '${String(pattern)}' names no case (${reason}).`);
      for (const title of matched) reasons.set(title, reason);
    }
  }
  return reasons;
}

function isMatch(pattern: string | RegExp, title: string): boolean {
  // Not with `test`, which continues after the previous match if the pattern has the flag `g`.
  return typeof pattern === 'string' ? pattern === title : title.search(pattern) >= 0;
}

// A case that takes longer does not pass.
const exceptionTimeoutMs = 2000;

/** Runs a case with an exception. Throws if it passes, because then the exception is out of date. */
async function expectException(run: () => Promise<void>, reason: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, exceptionTimeoutMs, false);
  });
  const outcome = run().then(
    () => true,
    () => false,
  );
  const passes = await Promise.race([outcome, timeout]);
  clearTimeout(timer);
  if (passes) throw new Error(`This case passes. Remove its exception (${reason}).`);
}
