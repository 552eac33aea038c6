import {
  type AnyProcedure,
  call,
  type InferRouterInitialContexts,
  type InferRouterInputs,
  type InferRouterOutputs,
  ORPCError,
  type Route,
  type Schema,
} from '@orpc/server';
import type { DefinedTool, ToolDefinition } from '@toolwire/core';
import {
  defineExistingTool,
  type ExistingTool,
  type ProcedureContextOptions,
  type ReadProcedureContext,
} from '@toolwire/core/internal';
import {
  describeIssues,
  errorOfStatus,
  inputOfProcedure,
  outputOfProcedure,
  own,
  StatusError,
} from '@toolwire/internal';

/** The data of a tool that an app has as a procedure, as the `tool` of its `meta`. Its schemas and handler come from the procedure. */
export type ProcedureTool = ExistingTool;

/** Makes a tool of one procedure. The procedure runs with its middleware. */
export function toolFromProcedure<
  Procedure extends AnyProcedure,
  const Id extends string,
  const Version extends string = '1.0.0',
>(
  procedure: Procedure,
  tool: ProcedureTool & { readonly id: Id; readonly version?: Version | undefined } & ProcedureContextOptions<
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
  { context, ...tool }: ProcedureTool & { readonly id: string } & ProcedureContextOptions<object>,
): ToolDefinition {
  return defineProcedureTool(procedure, tool, { path: [], id: tool.id, context });
}

/** The position of a procedure in its router, and the ID and context of its tool. */
interface ToolPlacement {
  /** Empty for a procedure that the app has passed without its router. */
  readonly path: readonly string[];
  readonly id: string | undefined;
  readonly context: ReadProcedureContext<object> | undefined;
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
  toolData: ProcedureTool,
  { path, id, context }: ToolPlacement,
): ToolDefinition {
  const { inputSchema, outputSchema, route } = procedure['~orpc'] as ProcedureData;
  const source = `the procedure '${path.length === 0 ? id : path.join('.')}'`;
  return defineExistingTool(toolData, {
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

/**
 * The error for the caller of a tool. An `ORPCError` that the procedure declares, or with a status below 500, keeps its message and code.
 * An undeclared one with status 503 gets a fixed message. All other errors stay unexpected.
 */
function toToolError(thrown: unknown, source: string): unknown {
  if (!(thrown instanceof ORPCError)) return thrown;
  const { code, status, message, defined, data } = thrown as ORPCError<string, unknown>;
  const failed = { status, source, message, code, cause: thrown };
  // Errors that the procedure declares are made for clients, and often have no status.
  if (defined) return new StatusError({ ...failed, details: toJson(data) });
  return errorOfStatus({ ...failed, details: describeIssues(own(data, 'issues')) });
}

/** The data of an error as JSON; `undefined` for data that JSON can't represent, such as a bigint. */
function toJson(data: unknown): string | undefined {
  try {
    return JSON.stringify(data);
  } catch {
    // oRPC has its own format for such data. The message of the error is enough without it.
    return undefined;
  }
}
