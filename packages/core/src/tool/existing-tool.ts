import { checkNames, type MaybePromise, mergeOptions, type NamesOf, StartupError } from '@toolwire/internal';
import { defineTool } from './define-tool.ts';
import { checkExistingFields } from './definition-fields.ts';
import type { ToolDefinition } from './tool.ts';
import type { ToolContext } from './tool-context.ts';

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
  checkExistingFields(source, tool);
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

/** Builds the context of a procedure from the call of its tool. */
export type ReadProcedureContext<Context> = (call: ToolContext) => MaybePromise<Context>;

/** Where procedures get their context from. Procedures without a context need no function. */
export type ProcedureContextOptions<Context> =
  Record<never, never> extends Context
    ? { readonly context?: ReadProcedureContext<Context> | undefined }
    : { readonly context: ReadProcedureContext<Context> };

/** Options of `toolsFromRouter()`. */
type RouterOptions<Context> = ProcedureContextOptions<Context> & {
  /** The first part of the tool IDs; by default the name of the router that has the procedure. */
  readonly toolkit?: string | undefined;
};

/** The rest parameter of `toolsFromRouter()`: its options, optional for a router whose procedures need no context. */
export type RestRouterOptions<Context> =
  Record<never, never> extends Context ? [options?: RouterOptions<Context>] : [options: RouterOptions<Context>];

const optionNames: NamesOf<RouterOptions<object>> = { toolkit: true, context: true };

/** Reads the options of `toolsFromRouter()`. Throws for unknown names. */
export function readRouterOptions(options: object | undefined): RouterOptions<object> {
  checkNames('toolsFromRouter()', options, optionNames);
  return options ?? {};
}

/** Throws if no procedure of a router is a tool. */
export function expectProcedureTools(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  if (tools.length > 0) return tools;
  throw new StartupError(
    'TW_PROCEDURE_TOOL',
    'toolsFromRouter() found no procedure with meta({ tool: { … } }). Add it to the procedures that become tools.',
  );
}
