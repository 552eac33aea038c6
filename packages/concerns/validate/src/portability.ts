export type { JsonSchema } from './json-schema/json.ts';
export { findPortabilityProblems } from './portability/portability-problems.ts';
export { portabilityReport } from './portability/portability-report.ts';
export { portableToolInput } from './portability/portable-input.ts';
