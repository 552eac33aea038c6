export { type ArcadeErrorKind, arcadeErrorKind, invalidInputPrefix } from './arcade-error-kind.ts';
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
} from './check-options.ts';
export { contentTypeOf } from './content-types.ts';
export { readEntries } from './context-entries.ts';
export { assertEqual, waitUntil } from './contract-test-assertions.ts';
export { kindOf, printable, quoteValue, showValue } from './describe-value.ts';
export { formatDuration, formatMs, formatWait, retryAfterSeconds, roundDuration } from './durations.ts';
export {
  alwaysStoredBytes,
  bytesOfOwner,
  defaultResultTtlMs,
  type IdempotencyLimits,
  idempotencyLimitNames,
  readIdempotencyLimits,
  ttlOfClaim,
  ttlOfResult,
} from './idempotency-limits.ts';
export { type InspectorOptions, inspectorOptionNames, isInspectorOff, type ModelsModule } from './inspector-options.ts';
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
export { isModuleNotFound, maskError, refusedStartupParameter } from './library-errors.ts';
export {
  arrivalStageMark,
  asContinuingElsewhere,
  callLogMark,
  continuesElsewhere,
  hasMark,
  limitErrorMark,
  toolErrorMark,
} from './marks.ts';
export { mayRunTwice } from './may-run-twice.ts';
export {
  type DescribedChange,
  type DescribedTool,
  type DescribeForModels,
  type ModelDescription,
  type StrictDescription,
} from './model-description.ts';
export { editDistanceWithin, nearestName } from './nearest-name.ts';
export { type OperatorTask, type TaskStatus, taskStatuses } from './operator-task.ts';
export { checkMountNames, checkNames, type NameHints, type NamesOf, serverHints } from './option-names.ts';
export { paramHeaders } from './param-headers.ts';
export { copyPrincipal, identifiesCaller, type PrincipalIdentity, principalKey } from './principal.ts';
export { describeIssues, inputOfProcedure, isStandardSchema, outputOfProcedure } from './procedure-schemas.ts';
export {
  andThen,
  callListener,
  isPromise,
  type MaybePromise,
  observeResult,
  settleAll,
  settleThen,
  settleWith,
} from './promises.ts';
export { type ArcadeOutput, readArcadeOutput } from './read-arcade-output.ts';
export { type FailureFields, readFailureFields } from './read-failure-fields.ts';
export { idProblem, maxIdLength, textProblem } from './request-ids.ts';
export { cancelReading, type Fetch, type FetchInit, readBytes, untilAborted } from './response-bytes.ts';
export { type ArtifactFields, firstText, isArtifact, readConfirmation } from './response-fields.ts';
export { readRetryAfter, toDelayMs } from './retry-after.ts';
export { retryUntilTimeout } from './retry-until-timeout.ts';
export { type ScopeSatisfies, scopeProblem } from './scopes.ts';
export { createSeal, openJson, type Seal, sealJson } from './seal.ts';
export { type SealKey, type SealKeys } from './seal-keys.ts';
export { createFragmentMask, createSecretMask, isSensitive, mask } from './secret-mask.ts';
export {
  codeOf,
  reasonOf,
  StartupError,
  withoutCode,
} from './startup-error.ts';
export { hasOutcomeShape } from './stored-outcome.ts';
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
  idOfPath,
  isToolName,
  markedName,
  pascalCase,
  toolName,
  unusedName,
  versionedName,
} from './tool-names.ts';
export { readAuthorization, readRequirements } from './tool-requirements.ts';
export { type NamedTool, type ToolSource, type ToolsByName, type TypedTool } from './tools-by-name.ts';
export { traceIdOf } from './trace-parent.ts';
export { type CallArguments, type SentTo, type Written, type WrittenFrom } from './typed-call.ts';
export { uploadInstructions, uploadPattern, uploadToolId } from './upload-parameter.ts';
export { checkOrigins, isHttpUrl, isLoopback, isPrivateUrl, parseUrl } from './urls.ts';
export { compareVersionTexts, hasVersion } from './version-texts.ts';
