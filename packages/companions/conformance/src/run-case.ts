import { isSkip, type OtcCase } from './cases/otc-case.ts';
import type { RequirementId } from './requirements/requirement.ts';
import type { OtcServer } from './subject/otc-server.ts';

/** How a case ended. `warn` is an advised case that failed. */
export type CaseStatus = 'pass' | 'fail' | 'warn' | 'skip';

/** What came of one case. */
export interface CaseResult {
  readonly title: string;
  readonly requirements: readonly RequirementId[];
  readonly status: CaseStatus;
  /** What was wrong, or why the case was skipped. */
  readonly message?: string;
}

/** Runs one case; never throws. */
export async function runCase(otcCase: OtcCase, server: OtcServer): Promise<CaseResult> {
  const { title, requirements, grade = 'required' } = otcCase;
  const missing = missingNeeds(otcCase, server);
  if (missing !== undefined) return { title, requirements, status: 'skip', message: missing };
  try {
    await otcCase.run(server);
    return { title, requirements, status: 'pass' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (isSkip(error)) return { title, requirements, status: 'skip', message };
    return { title, requirements, status: grade === 'advised' ? 'warn' : 'fail', message };
  }
}

/** Why a case has nothing to say about a server; `undefined` when it has. */
export function missingNeeds({ needs = [] }: OtcCase, server: OtcServer): string | undefined {
  const missing = needs.filter((need) => !server.has.has(need));
  if (missing.length > 0) return `The server has not: ${missing.join(', ')}.`;
  // Most cases hold only for a server that takes calls and has tools; those for other states name the state.
  const state = (['empty', 'draining'] as const).find((name) => server.has.has(name));
  return state === undefined || needs.includes(state) ? undefined : `The server is ${state}.`;
}
