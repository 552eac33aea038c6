import type { CaseGroup } from './cases/otc-case.ts';
import { type CaseResult, type CaseStatus, runCase } from './run-case.ts';
import type { OtcServer } from './subject/otc-server.ts';

/** Runs every case of a suite, one after the other, and tells of each as it ends. */
export async function runSuite(
  suite: readonly CaseGroup[],
  server: OtcServer,
  onResult: (result: CaseResult) => void = () => undefined,
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (const { title: group, cases } of suite) {
    for (const otcCase of cases) {
      const result = await runCase(otcCase, server);
      results.push({ ...result, title: `${group}: ${result.title}` });
      onResult(results.at(-1) as CaseResult);
    }
  }
  return results;
}

/** How many cases ended in which way. */
export function countResults(results: readonly CaseResult[]): Readonly<Record<CaseStatus, number>> {
  const counts = { pass: 0, fail: 0, warn: 0, skip: 0 };
  for (const { status } of results) counts[status] += 1;
  return counts;
}
