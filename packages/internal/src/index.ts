export { type ArcadeOutput, readArcadeOutput } from './arcade-output.ts';
export {
  anyLimit,
  byteCount,
  checkCount,
  checkNumber,
  checkSeconds,
  duration,
  durationLimit,
  isWithin,
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
  checkMountNames,
  checkNames,
  checkStrings,
  type Filled,
  kindOf,
  mergeOptions,
  type NameHints,
  type NamesOf,
  scopeProblem,
  serverHints,
} from './check-options.ts';
export { checkOrigins } from './check-origins.ts';
export { formatDuration, formatWait, retryAfterSeconds, roundDuration } from './durations.ts';
export { maxIdLength } from './id-limits.ts';
export {
  defaultResultTtlMs,
  type IdempotencyLimits,
  idempotencyLimitNames,
  readIdempotencyLimits,
} from './idempotency-limits.ts';
export {
  type InspectorOptions,
  type InspectorPaths,
  inspectorPaths,
  isInspectorOff,
} from './inspector-options.ts';
export {
  assertEqual,
  entriesOf,
  type Fields,
  hasOutcomeShape,
  isObject,
  isSameJson,
  listOf,
  own,
  present,
  setOwn,
  stringsOf,
} from './json-values.ts';
export { LateClaims } from './late-claims.ts';
export { maskError } from './mask-error.ts';
export type {
  DescribedChange,
  DescribedTool,
  DescribeForModels,
  ModelDescription,
  StrictDescription,
} from './model-description.ts';
export { editDistanceWithin, nearestName } from './nearest-name.ts';
export { type CopiedPrincipal, copyPrincipal, identifiesCaller, principalKey } from './principal.ts';
export { andThen, callListener, isPromise, type MaybePromise } from './promises.ts';
export { refusedStartupParameter } from './refused-startup-parameter.ts';
export {
  type ArtifactFields,
  type FailureFields,
  firstText,
  isArtifact,
  readFailureFields,
} from './response-fields.ts';
export { readRetryAfter, toDelayMs } from './retry-after.ts';
export { type RetriedOperation, retryUntilTimeout } from './retry-until-timeout.ts';
export { createSeal, type Seal } from './seal.ts';
export type { SealKey, SealKeys } from './seal-keys.ts';
export { createFragmentMask, createSecretMask, isSensitive, mask } from './secret-mask.ts';
export { codeOf, reasonOf, StartUpError } from './start-up-error.ts';
export type { StartUpErrorCode } from './start-up-error-code.ts';
export { defaultTaskTtlMs, ownerLimits, readTaskLimits, type TaskLimits, taskLimitNames } from './task-store-limits.ts';
export { escapeControls, fromBase64Url, stringifyValue, toBase64Url, utf8Key } from './text-encoding.ts';
export {
  noResponseError,
  rejectAfterTimeout,
  renewalsPerLease,
  resolveAfterTimeout,
  startTimer,
  unrefTimer,
} from './timeouts.ts';
export { mayRunTwice } from './tool-annotations.ts';
export { isToolName, markedName, toolName, versionedName } from './tool-names.ts';
export type { NamedTool, ToolSource, ToolsByName, TypedTool } from './tools-by-name.ts';
export type { CallArguments, SentTo, Written, WrittenFrom } from './typed-call.ts';
export { compareVersionTexts, hasVersion } from './versions.ts';
