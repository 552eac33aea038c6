import type { ToolDefinition } from '@toolwire/core';
import { expectProcedureTools, type RestRouterOptions, readRouterOptions } from '@toolwire/core/internal';
import { entriesOf, idOfPath, own } from '@toolwire/internal';
import type { AnyTRPCProcedure, AnyTRPCRouter, inferRouterContext } from '@trpc/server';
import { defineProcedureTool, type ProcedureTool } from './tool-from-procedure.ts';

/** Makes a tool of each procedure with `meta({ tool: { … } })`. Loads lazy routers. */
export async function toolsFromRouter<Router extends AnyTRPCRouter>(
  router: Router,
  ...[options]: RestRouterOptions<inferRouterContext<Router>>
): Promise<readonly ToolDefinition[]> {
  const { toolkit, context } = readRouterOptions(options);
  await loadRouters(router);
  const tools = entriesOf(router._def.procedures).flatMap(([path, procedure]) => {
    const tool = own((procedure as AnyTRPCProcedure)._def.meta, 'tool') as ProcedureTool | undefined;
    if (tool === undefined) return [];
    return [defineProcedureTool(router, path, tool, { id: idOfPath(path.split('.'), toolkit), context })];
  });
  return expectProcedureTools(tools);
}

/** Loads all lazy routers. A loaded router may have lazy ones too. */
async function loadRouters({ _def: { lazy } }: AnyTRPCRouter): Promise<void> {
  for (let loaders = Object.values(lazy); loaders.length > 0; loaders = Object.values(lazy)) {
    await Promise.all(loaders.map(({ load }) => load()));
  }
}
