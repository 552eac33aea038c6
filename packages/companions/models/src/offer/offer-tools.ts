import { isObject } from '@toolwire/internal';
import { portableToolInput } from '@toolwire/portability';
import { nameChange } from '../names/name-change.ts';
import { nameParameters, type ParameterNames, withParameterNames } from '../names/parameter-names.ts';
import { latestOf, nameTools, toolIdOf } from '../names/tool-names.ts';
import { withKnownKeywords } from '../schema/known-keywords.ts';
import { discloseInput, restoreInput } from '../schema/restore-input.ts';
import { rewrittenKeywords } from '../schema/rewritten-keywords.ts';
import type { JsonSchema, ModelTool } from './model-tool.ts';
import type { StrictBudget } from './strict-budget.ts';
import type { ToolChange, ToolReport } from './tool-report.ts';

/** Which tools a model is told of, and how. */
export interface OfferOptions {
  /** Whether to tell of the newest version of each tool alone, or of all; `latest` if left out. */
  readonly versions?: 'latest' | 'all' | undefined;
}

/** The same for an interface that can hold a model to a schema. */
export interface StrictOfferOptions extends OfferOptions {
  /** `auto`: strict mode for each tool whose schema says the same in it; `off` if left out. */
  readonly strict?: 'off' | 'auto' | undefined;
}

/** What an interface takes of a tool. */
export interface Reader {
  readonly parameterName: RegExp;
  /** The keywords that it reads; all of them if left out. */
  readonly keywords?: ReadonlySet<string>;
  readonly longestDescription?: number;
  /** Loads its strict mode; left out where it has none. */
  readonly loadStrictBudget?: () => Promise<StrictBudget>;
}

/** The arguments of a call. */
type ModelInput = Readonly<Record<string, unknown>>;

/** A tool as a model is told of it. */
export interface OfferedTool {
  readonly tool: ModelTool;
  readonly toolId: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly isStrict: boolean;
  readonly parameterNames: ParameterNames;
  /** What a model sent, as the tool takes it. */
  readonly restore: (input: ModelInput) => ModelInput;
  /** An input as a model would send it. */
  readonly disclose: (input: ModelInput) => ModelInput;
}

/** Tools as a model is told of them, and what is different from how they are listed. */
export interface Offer {
  readonly tools: readonly OfferedTool[];
  readonly report: readonly ToolReport[];
  readonly byName: ReadonlyMap<string, OfferedTool>;
}

/** Makes tools ready for an interface; with a budget in strict mode, as far as that goes. */
export function offerTools(
  tools: readonly ModelTool[],
  reader: Reader,
  { versions = 'latest' }: OfferOptions,
  budget?: StrictBudget,
): Offer {
  const names = nameTools(tools);
  const offered = (versions === 'latest' ? latestOf(tools) : tools).map((tool) =>
    offerTool(tool, names.get(tool) ?? tool.name, reader, budget),
  );
  return {
    tools: offered.map(({ offer }) => offer),
    report: offered.map(({ offer: { toolId, name, isStrict }, changes }) => ({
      toolId,
      name,
      strict: isStrict,
      changes,
    })),
    byName: new Map(offered.map(({ offer }) => [offer.name, offer])),
  };
}

interface Offering {
  readonly offer: OfferedTool;
  readonly changes: readonly ToolChange[];
}

function offerTool(tool: ModelTool, name: string, reader: Reader, budget: StrictBudget | undefined): Offering {
  const changes: ToolChange[] = [];
  const note = (...more: readonly ToolChange[]): void => void changes.push(...more);
  note(...nameChange(tool, name));
  const schema = portableToolInput(tool);
  const written = tool.inputDocument ?? tool.inputSchema;
  note(...rewrittenKeywords(written, schema));
  const parameterNames = nameParameters(schema, reader.parameterName);
  for (const [own, told] of parameterNames) {
    note({
      code: 'parameter_name',
      at: '',
      message: `The parameter '${own}' is called '${told}', as the interface refuses its name.`,
    });
  }
  const renamed = withParameterNames(schema, parameterNames);
  const known = reader.keywords === undefined ? renamed : withKnownKeywords(renamed, reader.keywords, note);
  const strict = budget?.take(written, known, note);
  const hasNullForAbsent = strict !== undefined && budget?.hasNullForAbsent === true;
  const offer = {
    tool,
    toolId: toolIdOf(tool),
    name,
    description: describe(tool, reader.longestDescription, note),
    inputSchema: withType(strict ?? known),
    isStrict: strict !== undefined,
    parameterNames,
    restore: (input: ModelInput) => restoreInput(input, { schema, names: parameterNames, hasNullForAbsent }),
    disclose: (input: ModelInput) => discloseInput(input, { schema, names: parameterNames }),
  };
  return { offer, changes };
}

/** Every interface wants to hear that parameters are an object with properties. */
function withType(schema: JsonSchema): JsonSchema {
  return { ...schema, type: 'object', properties: isObject(schema['properties']) ? schema['properties'] : {} };
}

function describe({ description }: ModelTool, longest: number | undefined, note: (change: ToolChange) => void): string {
  if (longest === undefined || description.length <= longest) return description;
  note({
    code: 'description',
    at: '',
    message: `The description has ${description.length} characters, and the interface takes ${longest}: the rest is cut.`,
  });
  return `${description.slice(0, longest - 1)}…`;
}
