import { isObject } from '@toolwire/internal';
import { portableToolInput } from '@toolwire/validate/portability';
import { latestOf, nameChange, nameTools, toolIdOf } from '../names/model-tool-names.ts';
import { nameParameters, type ParameterNames, withParameterNames } from '../names/parameter-names.ts';
import { withKnownKeywords } from '../schema/known-keywords.ts';
import { restoreInput, toModelInput } from '../schema/restore-input.ts';
import { rewrittenKeywords } from '../schema/rewritten-keywords.ts';
import type { JsonSchema, ModelTool, ToolChange, ToolReport } from './model-tool.ts';
import type { StrictBudget } from './strict-budget.ts';

/** Options for the tools that a model gets. */
export interface AdaptOptions {
  /** Whether models get only the newest version of each tool, or all versions. Default: `latest`. */
  readonly versions?: 'latest' | 'all' | undefined;
}

/** Options for an API with strict mode. */
export interface StrictAdaptOptions extends AdaptOptions {
  /** `auto` turns on strict mode for each tool whose schema it can express. Default: `off`. */
  readonly strict?: 'off' | 'auto' | undefined;
}

/** What an API accepts in a tool definition. */
export interface ModelApi {
  readonly parameterName: RegExp;
  /** The JSON Schema keywords that it supports. Default: all. */
  readonly keywords?: ReadonlySet<string>;
  readonly maxDescriptionLength?: number;
  /** Loads its strict mode, if it has one. */
  readonly loadStrictBudget?: () => Promise<StrictBudget>;
}

/** The arguments of a call. */
type ModelInput = Readonly<Record<string, unknown>>;

/** A tool as a model sees it. */
export interface AdaptedTool {
  readonly tool: ModelTool;
  readonly toolId: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly isStrict: boolean;
  readonly parameterNames: ParameterNames;
  /** Converts the input of a model to the input of the tool. */
  readonly restore: (input: ModelInput) => ModelInput;
  /** Converts an input of the tool to the input that a model sends. */
  readonly toModelInput: (input: ModelInput) => ModelInput;
}

/** Tools as a model sees them, with a report of the changes. */
export interface AdaptedTools {
  readonly tools: readonly AdaptedTool[];
  readonly report: readonly ToolReport[];
  readonly byName: ReadonlyMap<string, AdaptedTool>;
}

/** Adapts tools to an API, in strict mode until its budget is used up. */
export function adaptTools(
  tools: readonly ModelTool[],
  api: ModelApi,
  { versions = 'latest' }: AdaptOptions,
  budget?: StrictBudget,
): AdaptedTools {
  const names = nameTools(tools);
  const adapted = (versions === 'latest' ? latestOf(tools) : tools).map((tool) =>
    adaptTool(tool, names.get(tool) ?? tool.name, api, budget),
  );
  return {
    tools: adapted.map(({ adaptedTool }) => adaptedTool),
    report: adapted.map(({ adaptedTool: { toolId, name, isStrict }, changes }) => ({
      toolId,
      name,
      strict: isStrict,
      changes,
    })),
    byName: new Map(adapted.map(({ adaptedTool }) => [adaptedTool.name, adaptedTool])),
  };
}

interface ToolWithChanges {
  readonly adaptedTool: AdaptedTool;
  readonly changes: readonly ToolChange[];
}

function adaptTool(tool: ModelTool, name: string, api: ModelApi, budget: StrictBudget | undefined): ToolWithChanges {
  const changes: ToolChange[] = [];
  const report = (...more: readonly ToolChange[]): void => void changes.push(...more);
  report(...nameChange(tool, name));
  const schema = portableToolInput(tool);
  const original = tool.inputDocument ?? tool.inputSchema;
  report(...rewrittenKeywords(original, schema));
  const parameterNames = nameParameters(schema, api.parameterName);
  for (const [ownName, modelName] of parameterNames) {
    report({
      code: 'parameter_name',
      at: '',
      message: `The parameter '${ownName}' is named '${modelName}', because the API rejects its own name.`,
    });
  }
  const renamed = withParameterNames(schema, parameterNames);
  const known = api.keywords === undefined ? renamed : withKnownKeywords(renamed, api.keywords, report);
  const strict = budget?.reserve(original, known, report);
  const hasNullForAbsent = strict !== undefined && budget?.hasNullForAbsent === true;
  const adaptedTool = {
    tool,
    toolId: toolIdOf(tool),
    name,
    description: describe(tool, api.maxDescriptionLength, report),
    inputSchema: withObjectType(strict ?? known),
    isStrict: strict !== undefined,
    parameterNames,
    restore: (input: ModelInput) => restoreInput(input, { schema, names: parameterNames, hasNullForAbsent }),
    toModelInput: (input: ModelInput) => toModelInput(input, { schema, names: parameterNames }),
  };
  return { adaptedTool, changes };
}

/** Every API requires an object with properties. */
function withObjectType(schema: JsonSchema): JsonSchema {
  return { ...schema, type: 'object', properties: isObject(schema['properties']) ? schema['properties'] : {} };
}

function describe(
  { description }: ModelTool,
  maxLength: number | undefined,
  report: (change: ToolChange) => void,
): string {
  if (maxLength === undefined || description.length <= maxLength) return description;
  report({
    code: 'description',
    at: '',
    message: `The description has ${description.length} characters. It is truncated, because the API accepts at most ${maxLength}.`,
  });
  // Half of a surrogate pair is not a character, and APIs reject it.
  return `${description.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
