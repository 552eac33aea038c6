import { cutText } from '@toolwire/internal';
import { latestOf, nameChange, nameTools, toolIdOf } from '../names/model-tool-names.ts';
import { type AdaptedInput, adaptInput } from './adapt-input.ts';
import type { ModelApi } from './model-apis.ts';
import type { ModelTool, ToolChange, ToolReport } from './model-tool.ts';
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

/** A tool as a model sees it. */
export interface AdaptedTool extends AdaptedInput {
  readonly tool: ModelTool;
  readonly toolId: string;
  readonly name: string;
  readonly description: string;
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
  const reports: ToolReport[] = [];
  const adapted = (versions === 'latest' ? latestOf(tools) : tools).map((tool): AdaptedTool => {
    const changes: ToolChange[] = [];
    const report = (...more: readonly ToolChange[]): void => void changes.push(...more);
    const toolId = toolIdOf(tool);
    const name = names.get(tool) ?? tool.name;
    report(...nameChange(tool, name));
    const description = describe(tool, api.maxDescriptionLength, report);
    const input = adaptInput(tool, api, budget, report);
    reports.push({ toolId, name, strict: input.isStrict, changes });
    return { tool, toolId, name, description, ...input };
  });
  return { tools: adapted, report: reports, byName: new Map(adapted.map((tool) => [tool.name, tool])) };
}

function describe(
  { description }: ModelTool,
  maxLength: number | undefined,
  report: (change: ToolChange) => void,
): string {
  if (maxLength === undefined || description.length <= maxLength) return description;
  report({
    code: 'description',
    pointer: '',
    message: `The description has ${description.length} characters. It is truncated, because the API accepts at most ${maxLength}.`,
  });
  return cutText(description, maxLength - 1);
}
