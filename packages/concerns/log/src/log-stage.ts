export { type LogOptions, log } from './stages/log.ts';
export { type LogRunsOptions, logRuns } from './stages/log-runs.ts';
export { redactContent } from './stages/redact-content.ts';
