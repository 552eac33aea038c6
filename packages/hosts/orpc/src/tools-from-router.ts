import {
  type AnyProcedure,
  type AnyRouter,
  type InferRouterInitialContext,
  isProcedure,
  type Lazyable,
  unlazy,
} from '@orpc/server';
import type { ToolDefinition } from '@toolwire/core';
import { expectProcedureTools, type RestRouterOptions, readRouterOptions } from '@toolwire/core/internal';
import { entriesOf, idOfPath, own } from '@toolwire/internal';
import { defineProcedureTool, type ProcedureTool } from './tool-from-procedure.ts';

/** Makes a tool of each procedure with `meta({ tool: { … } })`. Loads lazy routers. */
export async function toolsFromRouter<Router extends AnyRouter>(
  router: Router,
  ...[options]: RestRouterOptions<InferRouterInitialContext<Router>>
): Promise<readonly ToolDefinition[]> {
  const { toolkit, context } = readRouterOptions(options);
  const tools: ToolDefinition[] = [];
  for await (const { procedure, path } of proceduresIn(router)) {
    const tool = own(procedure['~orpc'].meta, 'tool') as ProcedureTool | undefined;
    if (tool === undefined) continue;
    tools.push(defineProcedureTool(procedure, tool, { path, id: idOfPath(path, toolkit), context }));
  }
  return expectProcedureTools(tools);
}

interface FoundProcedure {
  readonly procedure: AnyProcedure;
  readonly path: readonly string[];
}

async function* proceduresIn(
  lazyable: Lazyable<AnyRouter>,
  path: readonly string[] = [],
): AsyncIterable<FoundProcedure> {
  const { default: router } = await unlazy<Lazyable<AnyRouter>>(lazyable);
  if (isProcedure(router)) {
    yield { procedure: router, path };
    return;
  }
  for (const [name, child] of entriesOf(router)) {
    yield* proceduresIn(child as Lazyable<AnyRouter>, [...path, name]);
  }
}
