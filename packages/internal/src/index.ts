export { type ArcadeErrorKind, arcadeErrorKind, invalidInputPrefix } from './arcade/errors.ts';
export { type ArcadeOutput, readArcadeOutput } from './arcade/read-arcade-output.ts';
export { LazySignal, type SignalSource } from './async/lazy-signal.ts';
export {
  andThen,
  callListener,
  isPromise,
  type MaybePromise,
  observeResult,
  orElse,
  settleAll,
  settleThen,
  settleWith,
} from './async/promises.ts';
export { retryUntilTimeout } from './async/retry-until-timeout.ts';
export {
  noResponseError,
  rejectAfterTimeout,
  resolveAfterTimeout,
  startTimer,
  unrefTimer,
} from './async/timeouts.ts';
export { createOpenApiDocument, type OpenApiInfo, type OpenApiTool } from './open-api/open-api-document.ts';
export {
  anyLimit,
  byteCount,
  checkCount,
  checkNumber,
  duration,
  durationLimit,
  maxTimerMs,
  type NumberRule,
  shareOf,
  timer,
  wholeMs,
  wholeTimer,
} from './options/check-numbers.ts';
export {
  checkMountNames,
  checkNames,
  type NameHints,
  type NamesOf,
  serverHints,
} from './options/check-option-names.ts';
export {
  checkChoice,
  checkFunction,
  checkRoutePath,
  checkStrings,
  type Filled,
  mergeOptions,
} from './options/check-options.ts';
export { kindOf, printable, quoteValue, showValue } from './options/describe-value.ts';
export { codeOf, nameInErrors, reasonOf, StartupError, withoutCode } from './options/startup-error.ts';
export { isModuleNotFound, isUnreadable, maskError, refusedStartupParameter } from './secrets/library-errors.ts';
export { copyValue } from './secrets/redact-value.ts';
export { type RedactedFields, redactedFields } from './secrets/redacted-fields.ts';
export { createRedactorFor, type Redactor } from './secrets/redactor.ts';
export { createSeal, openJson, type Seal, sealJson } from './secrets/seal.ts';
export { type SealKey, type SealKeys } from './secrets/seal-keys.ts';
export { createFragmentMask, createSecretMask, isSensitive, mask } from './secrets/secret-mask.ts';
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
} from './stores/idempotency-store-options.ts';
export { LateClaims, renewalsPerLease } from './stores/late-claims.ts';
export { type OperatorTask, type TaskStatus, taskStatuses } from './stores/operator-task.ts';
export { hasOutcomeShape } from './stores/stored-outcome.ts';
export {
  countedTaskBytes,
  defaultTaskTtlMs,
  ownerLimits,
  readTaskLimits,
  readTaskStoreOptions,
  type TaskLimits,
  type TaskStoreOptions,
  taskLimitNames,
  taskStoreOptionNames,
} from './stores/task-store-options.ts';
export {
  type InspectorOptions,
  inspectorOptionNames,
  isInspectorOff,
  type ModelsModule,
} from './tools/inspector-options.ts';
export { mayRunTwice } from './tools/may-run-twice.ts';
export {
  type DescribedChange,
  type DescribedTool,
  type DescribeForModels,
  type ModelDescription,
  type StrictDescription,
} from './tools/model-description.ts';
export { copyPrincipal, identifiesCaller, ownerOf, type PrincipalIdentity, principalKey } from './tools/principal.ts';
export { describeIssues, inputOfProcedure, isStandardSchema, outputOfProcedure } from './tools/procedure-schemas.ts';
export { errorOfStatus, StatusError } from './tools/tool-error-of-status.ts';
export {
  compareVersionTexts,
  hasVersion,
  idOfPath,
  isToolName,
  markedName,
  maxToolNameLength,
  pascalCase,
  toolName,
  unusedName,
  versionedName,
} from './tools/tool-names.ts';
export { readAuthorization, readRequirements, type ScopeSatisfies, scopeProblem } from './tools/tool-requirements.ts';
export {
  type CallArguments,
  type NamedTool,
  type SentTo,
  type ToolSource,
  type ToolsByName,
  type TypedTool,
  type Written,
  type WrittenFrom,
} from './tools/typed-call.ts';
export { uploadInstructions, uploadPattern, uploadToolId } from './tools/upload-parameter.ts';
export { formatDuration, formatMs, roundDuration } from './values/durations.ts';
export {
  cachedBy,
  entriesOf,
  type Fields,
  fieldsIn,
  groupBy,
  isArray,
  isFields,
  isForbiddenName,
  isList,
  isObject,
  isSameJson,
  type Json,
  type JsonFields,
  listOf,
  own,
  parseJson,
  present,
  recordOf,
  setOwn,
  stringifyValue,
  stringOf,
  stringsOf,
  textOf,
  withoutUndefined,
  wordOf,
} from './values/json-values.ts';
export {
  arrivalStageMark,
  asContinuingElsewhere,
  callLogMark,
  continuesElsewhere,
  hasMark,
  isToolError,
  limitErrorMark,
  toolErrorMark,
} from './values/marks.ts';
export { editDistanceWithin, nearestName } from './values/nearest-name.ts';
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
} from './values/text-encoding.ts';
export { checkInputUrl, checkOrigins, isHttpUrl, isLoopback, isPrivateUrl, parseUrl } from './values/urls.ts';
export { contentTypeOf } from './web/content-types.ts';
export { readEntries } from './web/context-entries.ts';
export { LineReader, readLines } from './web/line-reader.ts';
export { paramHeaders } from './web/param-headers.ts';
export { idProblem, maxIdLength, textProblem, traceIdOf } from './web/request-ids.ts';
export { cancelReading, type Fetch, type FetchInit, readBytes, untilAborted } from './web/response-bytes.ts';
export {
  type ArtifactFields,
  type FailureFields,
  firstText,
  isArtifact,
  readConfirmation,
  readFailureFields,
  unwrapResponse,
} from './web/response-fields.ts';
export { formatWait, readRetryAfter, retryAfterSeconds, toDelayMs } from './web/retry-after.ts';
