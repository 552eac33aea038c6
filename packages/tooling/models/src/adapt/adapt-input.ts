import { isObject } from '@toolwire/internal';
import { portableToolInput } from '@toolwire/validate/portability';
import { nameParameters, withParameterNames } from '../names/parameter-names.ts';
import { moveUnsupportedKeywords, rewrittenKeywords } from '../schema/keywords-to-description.ts';
import { withSimpleChoices } from '../schema/overlapping-choices.ts';
import { restoreInput, toModelInput, withModelValues } from '../schema/rename-parameters.ts';
import type { ModelApi } from './model-apis.ts';
import type { JsonSchema, ModelTool, ToolChange } from './model-tool.ts';
import type { StrictBudget } from './strict-budget.ts';
import { wrapInput } from './wrapped-input.ts';

/** The arguments of a call. */
type ModelInput = Readonly<Record<string, unknown>>;

/** The input of a tool as a model sees it. */
export interface AdaptedInput {
  readonly inputSchema: JsonSchema;
  readonly isStrict: boolean;
  /** Where a model finds a parameter of the tool, for messages. */
  readonly modelNameOf: (parameter: string) => string;
  /** Converts the input of a model to the input of the tool. */
  readonly restore: (input: ModelInput) => ModelInput;
  /** Converts an input of the tool to the input that a model sends. */
  readonly toModelInput: (input: ModelInput) => ModelInput;
}

/** Adapts the input of a tool to an API, in strict mode if there is a budget for it. */
export function adaptInput(
  tool: ModelTool,
  api: ModelApi,
  budget: StrictBudget | undefined,
  report: (...changes: readonly ToolChange[]) => void,
): AdaptedInput {
  const wrapped = wrapInput(tool);
  if (wrapped !== undefined) report(wrapped.change);
  const { inputSchema, inputDocument } = wrapped?.tool ?? tool;
  const original = inputDocument ?? inputSchema;
  const { keep = [] } = api;
  const simple = (schema: JsonSchema): JsonSchema => withSimpleChoices(schema, keep.includes('oneOf'));
  const portable = { inputSchema: simple(inputSchema), inputDocument: inputDocument && simple(inputDocument) };
  const schema = portableToolInput(portable, keep);
  report(...rewrittenKeywords(original, schema));
  const names = nameParameters(schema, api.parameterName);
  for (const [ownName, modelName] of names) {
    const message = `The parameter '${ownName}' is named '${modelName}', because the API rejects its own name.`;
    report({ code: 'parameter_name', pointer: '', message });
  }
  const renamed = withParameterNames(withModelValues(schema, names), names);
  const known = api.keywords === undefined ? renamed : moveUnsupportedKeywords(renamed, api.keywords, report);
  const strict = budget?.reserve(original, known, report);
  const hasNullForAbsent = strict !== undefined && budget?.hasNullForAbsent === true;
  const restore = (input: ModelInput): ModelInput => restoreInput(input, { schema, names, hasNullForAbsent });
  return {
    inputSchema: withObjectType(strict ?? known),
    isStrict: strict !== undefined,
    modelNameOf: (parameter) => `${wrapped?.prefix ?? ''}${names.get(parameter) ?? parameter}`,
    restore: (input) => (wrapped === undefined ? restore(input) : wrapped.unwrap(restore(wrapped.complete(input)))),
    toModelInput: (input) => toModelInput(wrapped?.wrap(input) ?? input, { schema, names }),
  };
}

/** Every API requires an object with properties. */
function withObjectType(schema: JsonSchema): JsonSchema {
  return { ...schema, type: 'object', properties: isObject(schema['properties']) ? schema['properties'] : {} };
}
