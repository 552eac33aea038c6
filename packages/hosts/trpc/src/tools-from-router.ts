import type { ToolDefinition } from '@toolwire/core';
import { checkNames, entriesOf, idOfPath, type NamesOf, own, StartUpError } from '@toolwire/internal';
import type { AnyTRPCProcedure, AnyTRPCRouter, inferRouterContext } from '@trpc/server';
import { type ContextOptions, defineProcedureTool, type ProcedureTool } from './tool-from-procedure.ts';

/** Options for the tools of a router. */
export interface RouterOptions {
  /** The first part of the tool IDs; by default the name of the router that has the procedure. */
  readonly toolkit?: string | undefined;
}

const optionNames: NamesOf<RouterOptions & ContextOptions<object>> = { toolkit: true, context: true };

/** Makes a tool of each procedure with `meta({ tool: { … } })`. Loads lazy routers. */
export async function toolsFromRouter<Router extends AnyTRPCRouter>(
  router: Router,
  ...[options]: Record<never, never> extends inferRouterContext<Router>
    ? [options?: RouterOptions & ContextOptions<inferRouterContext<Router>>]
    : [options: RouterOptions & ContextOptions<inferRouterContext<Router>>]
): Promise<readonly ToolDefinition[]> {
  checkNames('toolsFromRouter()', options, optionNames);
  const { toolkit, context } = (options ?? {}) as RouterOptions & ContextOptions<object>;
  await loadRouters(router);
  const tools = entriesOf(router._def.procedures).flatMap(([path, procedure]) => {
    const tool = own((procedure as AnyTRPCProcedure)._def.meta, 'tool') as ProcedureTool | undefined;
    if (tool === undefined) return [];
    return [defineProcedureTool(router, path, tool, { id: idOfPath(path.split('.'), toolkit), context })];
  });
  if (tools.length > 0) return tools;
  throw new StartUpError(
    'TW_PROCEDURE_TOOL',
    'toolsFromRouter() found no procedure with meta({ tool: { … } }). Add it to the procedures that become tools.',
  );
}

/** Loads all lazy routers. A loaded router may have lazy ones too. */
async function loadRouters({ _def: { lazy } }: AnyTRPCRouter): Promise<void> {
  for (let loaders = Object.values(lazy); loaders.length > 0; loaders = Object.values(lazy)) {
    await Promise.all(loaders.map(({ load }) => load()));
  }
}
