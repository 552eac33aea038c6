import { checkNames, mergeOptions, StartupError } from '@toolwire/internal';
import { defineTool } from './define-tool.ts';
import { definitionNames } from './definition-fields.ts';
import type { ToolDefinition } from './tool.ts';

/** The data of a tool that an app has already as a route or procedure. Its schemas and handler come from there. */
export interface ExistingTool
  extends Omit<ToolDefinition, 'id' | 'version' | 'description' | 'input' | 'output' | 'uploads' | 'run'> {
  /** `Toolkit.Tool`, such as `Orders.Find`; by default from the name of the route or procedure. Callers keep an explicit ID when you rename. */
  readonly id?: string | undefined;
  /** `x.y.z`; by default `1.0.0`. */
  readonly version?: string | undefined;
  /** What the tool does and when to use it; by default the description of the route or procedure. */
  readonly description?: string | undefined;
}

// The other fields come from the route or procedure. A `run` in the data of the app would be ignored, so it is an error.
const {
  input: _input,
  output: _output,
  uploads: _uploads,
  run: _run,
  '~caller': _caller,
  ...existingToolNames
} = definitionNames;

/** The data that a framework has about a route or procedure. */
export interface FoundTool extends Pick<ToolDefinition, 'input' | 'output' | 'title' | 'annotations' | 'run'> {
  /** The route or procedure in messages, such as `GET /orders/:id`. */
  readonly source: string;
  /** The ID from its name, if the name has both parts. */
  readonly id: string | undefined;
  readonly description: string | undefined;
  readonly isDeprecated: boolean;
}

/** Defines the tool of an existing route or procedure. The data of the app replaces the data of the framework. */
export function defineExistingTool(tool: ExistingTool, frameworkTool: FoundTool): ToolDefinition {
  const { source, isDeprecated, ...data } = frameworkTool;
  checkNames(`the tool of ${source}`, tool, existingToolNames);
  const id = tool.id ?? data.id;
  if (id === undefined) {
    throw new StartupError(
      'TW_TOOL_ID',
      `The tool of ${source} has no id. Set one: { id: 'Orders.Find' }, or pass a toolkit to prepend to its name.`,
    );
  }
  const defaults = {
    ...data,
    version: '1.0.0',
    // The server reports a missing description, with the ID of the tool.
    description: data.description ?? '',
    ...(isDeprecated && { deprecation: {} }),
  };
  const annotations = mergeOptions(data.annotations ?? {}, tool.annotations ?? {});
  return defineTool(mergeOptions(defaults, { ...tool, id, annotations }));
}
