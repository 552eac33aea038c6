import type { Requirements } from './read-requirements.ts';
import type { ScenarioRun, SuiteCheck } from './run-suite.ts';

/** How a server did. */
export interface Score {
  /** Of all that the revision requires. */
  readonly passed: number;
  readonly required: number;
  /** Scenarios that the suite does not score, such as extensions. */
  readonly extraPassed: number;
  readonly extra: number;
  readonly checks: number;
  /** The failures, except for inapplicable ones: scenario, check, and message of the suite. */
  readonly failures: readonly string[];
  /** Inapplicable checks that have not failed. */
  readonly stale: readonly string[];
}

/** Counts what passed; scenarios that the suite does not score have to pass as well. */
export function scoreOf(runs: readonly ScenarioRun[], { required, notApplicable }: Requirements): Score {
  // In the count of the suite, a warning is not a failure.
  const clean = runs.filter(({ checks }) => !checks.some(({ status }) => status === 'FAILURE'));
  const isRequired = ({ name }: ScenarioRun): boolean => required.includes(name);
  const failed = new Set(
    runs.flatMap(({ name, checks }) => checks.filter(hasFailed).flatMap(({ id }) => [name, `${name}:${id}`])),
  );
  const failures = runs.flatMap(({ name, checks }) =>
    checks
      .filter((check) => hasFailed(check) && ![name, `${name}:${check.id}`].some((one) => notApplicable.includes(one)))
      .map(({ id, errorMessage = 'failed' }) => `${name}:${id}: ${errorMessage}`),
  );
  return {
    passed: clean.filter(isRequired).length,
    required: required.length,
    extraPassed: clean.filter((run) => !isRequired(run)).length,
    extra: runs.filter((run) => !isRequired(run)).length,
    checks: runs.flatMap(({ checks }) => checks).filter(({ status }) => status === 'SUCCESS').length,
    failures,
    stale: notApplicable.filter((entry) => !failed.has(entry)),
  };
}

// As the suite does it when it compares a run with what is expected.
function hasFailed({ status }: SuiteCheck): boolean {
  return status === 'FAILURE' || status === 'WARNING';
}
