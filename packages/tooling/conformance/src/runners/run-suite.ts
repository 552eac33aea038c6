import { type CaseGroup, isSkip, type OtcCase, titleOf } from '../cases/otc-case.ts';
import type { Need, OtcServer } from '../client/otc-server.ts';
import type { RequirementId } from '../requirements/otc/requirement.ts';

/** Runs the cases of a suite one after the other. Calls `onResult` after each case. */
export async function runSuite(
  suite: readonly CaseGroup[],
  server: OtcServer,
  onResult: (result: CaseResult) => void = () => undefined,
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (const group of suite) {
    for (const otcCase of group.cases) {
      const named = { ...(await runCase(otcCase, server)), title: titleOf(group, otcCase) };
      results.push(named);
      onResult(named);
    }
  }
  return results;
}

/** Counts results by status. */
export function countResults(results: readonly CaseResult[]): Readonly<Record<CaseStatus, number>> {
  const counts = { pass: 0, fail: 0, warn: 0, skip: 0 };
  for (const { status } of results) counts[status] += 1;
  return counts;
}

/** The status of a case. `warn` is an advised case that failed. */
export type CaseStatus = 'pass' | 'fail' | 'warn' | 'skip';

export interface CaseResult {
  readonly title: string;
  readonly requirements: readonly RequirementId[];
  readonly status: CaseStatus;
  /** Why the case failed or was skipped. */
  readonly message?: string;
  /** What the server lacks, if the case was skipped for that reason. */
  readonly missing?: readonly Need[];
}

/** Runs one case; never throws. */
export async function runCase(otcCase: OtcCase, server: OtcServer): Promise<CaseResult> {
  const { title, requirements, grade = 'required' } = otcCase;
  const reason = skipReason(otcCase, server);
  if (reason !== undefined) return { title, requirements, status: 'skip', ...reason };
  try {
    await otcCase.run(server);
    return { title, requirements, status: 'pass' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (isSkip(error)) return { title, requirements, status: 'skip', message };
    return { title, requirements, status: grade === 'advised' ? 'warn' : 'fail', message };
  }
}

/** Returns why a case does not apply to a server, or `undefined` if it does. */
export function skipReason(
  { needs = [] }: OtcCase,
  server: OtcServer,
): (Required<Pick<CaseResult, 'message'>> & Pick<CaseResult, 'missing'>) | undefined {
  const missing = needs.filter((need) => !server.provides.has(need));
  if (missing.length > 0) return { message: `The server does not have: ${missing.join(', ')}.`, missing };
  // Most cases need a server that has tools and accepts calls. Cases for other states name the state.
  const state = (['empty', 'draining'] as const).find((name) => server.provides.has(name));
  return state === undefined || needs.includes(state) ? undefined : { message: `The server is ${state}.` };
}
