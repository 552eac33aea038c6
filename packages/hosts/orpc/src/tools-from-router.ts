import {
  type AnyProcedure,
  type AnyRouter,
  type InferRouterInitialContext,
  isProcedure,
  type Lazyable,
  unlazy,
} from '@orpc/server';
import type { ToolDefinition } from '@toolwire/core';
import { checkNames, entriesOf, idOfPath, type NamesOf, own, StartUpError } from '@toolwire/internal';
import { type ContextOptions, defineProcedureTool, type ProcedureTool } from './tool-from-procedure.ts';

/** Options for the tools of a router. */
export interface RouterOptions {
  /** The first part of the tool IDs; by default the name of the router that has the procedure. */
  readonly toolkit?: string | undefined;
}

const optionNames: NamesOf<RouterOptions & ContextOptions<object>> = { toolkit: true, context: true };

/** Makes a tool of each procedure with `meta({ tool: { … } })`. Loads lazy routers. */
export async function toolsFromRouter<Router extends AnyRouter>(
  router: Router,
  ...[options]: Record<never, never> extends InferRouterInitialContext<Router>
    ? [options?: RouterOptions & ContextOptions<InferRouterInitialContext<Router>>]
    : [options: RouterOptions & ContextOptions<InferRouterInitialContext<Router>>]
): Promise<readonly ToolDefinition[]> {
  checkNames('toolsFromRouter()', options, optionNames);
  const { toolkit, context } = (options ?? {}) as RouterOptions & ContextOptions<object>;
  const tools: ToolDefinition[] = [];
  for await (const { procedure, path } of proceduresIn(router)) {
    const tool = own(procedure['~orpc'].meta, 'tool') as ProcedureTool | undefined;
    if (tool === undefined) continue;
    tools.push(defineProcedureTool(procedure, tool, { path, id: idOfPath(path, toolkit), context }));
  }
  if (tools.length > 0) return tools;
  throw new StartUpError(
    'TW_PROCEDURE_TOOL',
    'toolsFromRouter() found no procedure with meta({ tool: { … } }). Add it to the procedures that become tools.',
  );
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
