export * from './async/lazy-signal.ts';
export * from './async/pausable-timer.ts';
export * from './async/promises.ts';
export * from './async/timeouts.ts';
export * from './open-api/open-api-document.ts';
export * from './options/check-numbers.ts';
export * from './options/check-options.ts';
export * from './options/check-origins.ts';
export * from './options/describe-value.ts';
export * from './options/startup-error.ts';
export * from './secrets/mask-error.ts';
export * from './secrets/redactor.ts';
export * from './secrets/seal.ts';
export * from './secrets/secret-fields.ts';
export * from './secrets/secret-mask.ts';
export { type BackgroundReport, createBackgroundReport } from './stores/background-report.ts';
export {
  type EngineOptions,
  type EngineSettings,
  engineOptionNames,
  readEngineOptions,
  redeliveryMs,
} from './stores/broker-engine-options.ts';
export { assertEqual, waitUntil } from './stores/contract-test-assertions.ts';
export {
  alwaysStoredBytes,
  bytesOfOwner,
  type IdempotencyLimits,
  idempotencyLimitNames,
  readIdempotencyLimits,
  ttlOfClaim,
  ttlOfResult,
} from './stores/idempotency-limits.ts';
export { LateClaims, renewalsPerLease } from './stores/late-claims.ts';
export { type OperatorTask, type TaskStatus, taskStatuses } from './stores/operator-task.ts';
export { retryUntilTimeout } from './stores/retried-operation.ts';
export { hasOutcomeShape } from './stores/stored-outcome.ts';
export {
  countedTaskBytes,
  defaultTaskTtlMs,
  keepEndedMs,
  ownerLimits,
  readTaskLimits,
  readTaskStoreOptions,
  type TaskLimits,
  type TaskStoreOptions,
  taskLimitNames,
  taskPollMs,
  taskStoreOptionNames,
} from './stores/task-store-options.ts';
export { uploadInstructions, uploadPattern, uploadToolId } from './tools/file-fields.ts';
export * from './tools/inspector-options.ts';
export type * from './tools/model-description.ts';
export * from './tools/names-and-versions.ts';
export * from './tools/principal.ts';
export * from './tools/procedure-schemas.ts';
export * from './tools/read-listed-requirements.ts';
export * from './tools/tool-error-of-status.ts';
export * from './tools/tool-fields.ts';
export type * from './tools/typed-call.ts';
export * from './values/collections.ts';
export * from './values/durations.ts';
export * from './values/json-values.ts';
export * from './values/known-errors.ts';
export * from './values/marks.ts';
export * from './values/nearest-name.ts';
export * from './values/text.ts';
export * from './values/text-encoding.ts';
export * from './values/urls.ts';
export * from './web/arcade-output.ts';
export { authorizationField, signInFields } from './web/authorization-fields.ts';
export * from './web/content-types.ts';
export * from './web/fetch.ts';
export * from './web/lines.ts';
export * from './web/mcp-errors.ts';
export * from './web/param-headers.ts';
export * from './web/request-fields.ts';
export * from './web/response-fields.ts';
export * from './web/retry-after.ts';
