import {
  type AnyProcedure,
  call,
  type InferRouterInitialContexts,
  type InferRouterInputs,
  type InferRouterOutputs,
  type Route,
  type Schema,
} from '@orpc/server';
import type { DefinedTool, ToolContext, ToolDefinition } from '@toolwire/core';
import { defineExistingTool, type ExistingTool } from '@toolwire/core/internal';
import { inputOfProcedure, type MaybePromise, outputOfProcedure } from '@toolwire/internal';
import { toToolError } from './to-tool-error.ts';

/** The data of a tool that an app has as a procedure, as the `tool` of its `meta`. Its schemas and handler come from the procedure. */
export type ProcedureTool = ExistingTool;

/** Builds the initial context of a procedure from the call of its tool. */
export type ReadContext<Context> = (call: ToolContext) => MaybePromise<Context>;

/** Where procedures get their initial context from. Procedures without one need no function. */
export type ContextOptions<Context> =
  Record<never, never> extends Context
    ? { readonly context?: ReadContext<Context> | undefined }
    : { readonly context: ReadContext<Context> };

/** Makes a tool of one procedure. The procedure runs with its middleware. */
export function toolFromProcedure<
  Procedure extends AnyProcedure,
  const Id extends string,
  const Version extends string = '1.0.0',
>(
  procedure: Procedure,
  tool: ProcedureTool & { readonly id: Id; readonly version?: Version | undefined } & ContextOptions<
      InferRouterInitialContexts<Procedure>
    >,
): DefinedTool<
  InferRouterInputs<Procedure>,
  InferRouterOutputs<Procedure>,
  InferRouterInputs<Procedure>,
  InferRouterOutputs<Procedure>,
  Id,
  Version
>;
export function toolFromProcedure(
  procedure: AnyProcedure,
  { context, ...tool }: ProcedureTool & { readonly id: string } & ContextOptions<object>,
): ToolDefinition {
  return defineProcedureTool(procedure, tool, { path: [], id: tool.id, context });
}

/** What the router says about a procedure. */
export interface PlacedProcedure {
  readonly path: readonly string[];
  readonly id: string | undefined;
  readonly context: ReadContext<object> | undefined;
}

/** The data of a procedure that its tool needs. */
interface ProcedureData {
  readonly inputSchema?: Schema<unknown, unknown> | undefined;
  readonly outputSchema?: Schema<unknown, unknown> | undefined;
  readonly route: Route;
}

/** Defines the tool of a procedure. */
export function defineProcedureTool(
  procedure: AnyProcedure,
  given: ProcedureTool,
  { path, id, context }: PlacedProcedure,
): ToolDefinition {
  const { inputSchema, outputSchema, route } = procedure['~orpc'] as ProcedureData;
  const source = `the procedure '${path.length === 0 ? id : path.join('.')}'`;
  return defineExistingTool(given, {
    source,
    id,
    title: route.summary,
    description: route.description ?? route.summary,
    annotations: route.method === 'GET' ? { readOnly: true } : {},
    isDeprecated: route.deprecated === true,
    input: inputSchema && inputOfProcedure(inputSchema),
    output: outputSchema && outputOfProcedure(outputSchema),
    run: async (input, toolCall): Promise<unknown> => {
      try {
        return await call(procedure, inputSchema === undefined ? undefined : input, {
          context: (await context?.(toolCall)) ?? {},
          signal: toolCall.signal,
          path,
        });
      } catch (thrown) {
        throw toToolError(thrown, source);
      }
    },
  });
}
