import { checkNames, type MaybePromise, type NamesOf, StartupError } from '@toolwire/internal';
import type { ToolDefinition } from './tool.ts';
import type { ToolContext } from './tool-context.ts';

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
