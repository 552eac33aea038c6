export { redactContent } from './stages/call-secrets.ts';
export { type LogOptions, log } from './stages/log.ts';
export { type LogRunsOptions, logRuns } from './stages/log-runs.ts';
