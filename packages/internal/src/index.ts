export { type ArcadeErrorKind, arcadeErrorKind, invalidInputPrefix } from './arcade-error-kind.ts';
export { readArcadeOutput } from './arcade-output.ts';
export { type BackgroundReport, createBackgroundReport } from './background-report.ts';
export {
  anyLimit,
  byteCount,
  checkCount,
  checkNumber,
  checkSeconds,
  duration,
  durationLimit,
  maxTimerMs,
  type NumberRule,
  shareOf,
  timer,
  wholeMs,
  wholeTimer,
} from './check-numbers.ts';
export {
  checkChoice,
  checkFunction,
  checkRoutePath,
  checkStrings,
  type Filled,
  mergeOptions,
  type ScopeSatisfies,
  scopeProblem,
} from './check-options.ts';
export { contentTypeOf } from './content-types.ts';
export { assertEqual, waitUntil } from './contract-test-assertions.ts';
export { kindOf, printable, quoteValue, showValue } from './describe-value.ts';
export { formatDuration, formatMs, formatWait, retryAfterSeconds, roundDuration } from './durations.ts';
export {
  alwaysStoredBytes,
  bytesOfOwner,
  type IdempotencyLimits,
  idempotencyLimitNames,
  maxIdLength,
  mayRunTwice,
  readIdempotencyLimits,
} from './idempotency-limits.ts';
export {
  type InspectorOptions,
  inspectorPaths,
  isInspectorOff,
} from './inspector-options.ts';
export {
  entriesOf,
  type Fields,
  groupBy,
  isForbiddenName,
  isObject,
  isSameJson,
  listOf,
  own,
  parseJson,
  present,
  setOwn,
  stringifyValue,
  stringsOf,
  withoutUndefined,
} from './json-values.ts';
export { LateClaims } from './late-claims.ts';
export { LazySignal, type SignalSource } from './lazy-signal.ts';
export {
  arrivalStageMark,
  asContinuingElsewhere,
  callLogMark,
  continuesElsewhere,
  hasMark,
  limitErrorMark,
  toolErrorMark,
} from './marks.ts';
export { maskError } from './mask-error.ts';
export type {
  DescribedChange,
  DescribedTool,
  DescribeForModels,
  ModelDescription,
  StrictDescription,
} from './model-description.ts';
export { editDistanceWithin, nearestName } from './nearest-name.ts';
export { type OperatorTask, type TaskStatus, taskStatuses } from './operator-task.ts';
export { checkMountNames, checkNames, type NameHints, type NamesOf, serverHints } from './option-names.ts';
export { paramHeaders } from './param-headers.ts';
export { copyPrincipal, identifiesCaller, principalKey } from './principal.ts';
export { describeIssues, inputOfProcedure, isStandardSchema, outputOfProcedure } from './procedure-schemas.ts';
export { andThen, callListener, isPromise, type MaybePromise, observeResult, settleWith } from './promises.ts';
export { idProblem, readEntries, textProblem, traceIdOf } from './request-fields.ts';
export { cancelReading, type Fetch, type FetchInit, readBytes, untilAborted } from './response-bytes.ts';
export {
  type ArtifactFields,
  type FailureFields,
  firstText,
  hasOutcomeShape,
  isArtifact,
  readConfirmation,
  readFailureFields,
} from './response-fields.ts';
export { defaultResultTtlMs, ttlOfClaim, ttlOfResult } from './result-ttl.ts';
export { readRetryAfter, toDelayMs } from './retry-after.ts';
export { retryUntilTimeout } from './retry-until-timeout.ts';
export { createSeal, openJson, type Seal, sealJson } from './seal.ts';
export type { SealKey, SealKeys } from './seal-keys.ts';
export { createFragmentMask, createSecretMask, isSensitive, mask } from './secret-mask.ts';
export { codeOf, reasonOf, refusedStartupParameter, StartupError } from './startup-error.ts';
export {
  type EngineOptions,
  type EngineSettings,
  engineOptionNames,
  readEngineOptions,
  redeliveryMs,
} from './task-engine-options.ts';
export {
  countedTaskBytes,
  defaultTaskTtlMs,
  ownerLimits,
  readTaskLimits,
  type TaskLimits,
  taskLimitNames,
} from './task-store-limits.ts';
export { readTaskStoreOptions, type TaskStoreOptions, taskStoreOptionNames } from './task-store-options.ts';
export {
  cutText,
  escapeControls,
  firstCharacters,
  fromBase64Url,
  fromHex,
  sha256,
  toBase64,
  toBase64Url,
  toHex,
  utf8Key,
} from './text-encoding.ts';
export {
  noResponseError,
  rejectAfterTimeout,
  renewalsPerLease,
  resolveAfterTimeout,
  startTimer,
  unrefTimer,
} from './timeouts.ts';
export { errorOfStatus, isToolError, StatusError } from './tool-error-of-status.ts';
export {
  compareVersionTexts,
  hasVersion,
  idOfPath,
  isToolName,
  markedName,
  pascalCase,
  toolName,
  unusedName,
  uploadInstructions,
  uploadPattern,
  uploadToolId,
  versionedName,
} from './tool-names.ts';
export { readAuthorization, readRequirements } from './tool-requirements.ts';
export type { NamedTool, ToolSource, ToolsByName, TypedTool } from './tools-by-name.ts';
export type { CallArguments, SentTo, Written, WrittenFrom } from './typed-call.ts';
export { checkOrigins, isHttpUrl, isLoopback, isPrivateUrl, parseUrl } from './urls.ts';
