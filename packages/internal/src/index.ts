export { answerInTime, unanswered } from './answer-in-time.ts';
export { fromBase64Url, toBase64Url } from './base64-url.ts';
export { checkChoice } from './check-choice.ts';
export { checkNames, type NamesOf } from './check-names.ts';
export {
  anyLimit,
  byteCount,
  checkCount,
  checkNumber,
  duration,
  durationLimit,
  isWithin,
  longestTimerMs,
  type NumberRule,
  timer,
  wholeMs,
  wholeTimer,
} from './check-numbers.ts';
export { editDistanceWithin } from './edit-distance.ts';
export { escapeControls } from './escape-controls.ts';
export {
  type InspectorOptions,
  type InspectorPaths,
  inspectorPaths,
  isInspectorOff,
} from './inspector-options.ts';
export { isPromise } from './is-promise.ts';
export type { JsonSchemaValue } from './json-schema-value.ts';
export { type Fields, isObject, present } from './json-shape.ts';
export { kindOf } from './kind-of.ts';
export { letProcessEnd } from './let-process-end.ts';
export { longestId } from './longest-id.ts';
export { mask } from './mask-ranges.ts';
export type {
  DescribedChange,
  DescribedTool,
  DescribeForModels,
  ModelDescription,
  StrictDescription,
} from './model-description.ts';
export { nearestName } from './nearest-name.ts';
export { type Filled, overlaid } from './options.ts';
export { isOutcomeShape } from './outcome-shape.ts';
export { createPieceMask } from './piece-mask.ts';
export { principalKey } from './principal-key.ts';
export { isSameJson } from './same-json.ts';
export { scopeProblem } from './scope-problem.ts';
export { createSeal, type Seal } from './seal.ts';
export type { SealKey, SealKeys } from './seal-keys.ts';
export { createSecretMask } from './secret-mask.ts';
export { isSensitive } from './sensitive-mark.ts';
export { settledWithin } from './settled-within.ts';
export { codeOf, reasonOf, StartUpError } from './start-up-error.ts';
export type { StartUpErrorCode } from './start-up-error-code.ts';
export {
  holdsSchemasByName,
  mapSubschemas,
  type SubschemaChange,
  type SubschemaPlace,
  subschemasOf,
  type UnknownKeywords,
} from './subschemas.ts';
export { type TakenPrincipal, takePrincipal } from './take-principal.ts';
export { tell } from './tell.ts';
export { tellsCallersApart } from './tells-callers-apart.ts';
export type { NamedTool, ToolSource, ToolsByName, TypedTool } from './tools-by-name.ts';
export type { CallArguments, SentTo, Written, WrittenFrom } from './typed-call.ts';
export { valueText } from './value-text.ts';
export { compareVersionTexts } from './version-order.ts';
export { markedName, versionedName } from './versioned-name.ts';
