import { type DefinedTool, isInputRequired, type ToolDefinition } from '@toolwire/core';
import {
  defineExistingTool,
  type ExistingTool,
  type ProcedureContextOptions,
  type ReadProcedureContext,
} from '@toolwire/core/internal';
import { describeIssues, errorOfStatus, isToolError, own, StartupError } from '@toolwire/internal';
import type {
  AnyTRPCProcedure,
  AnyTRPCRouter,
  inferProcedureInput,
  inferProcedureOutput,
  inferRouterContext,
  TRPCError,
} from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { readInput, readOutput } from './procedure-schemas.ts';

/** The data of a tool that an app has as a procedure, as the `tool` of its `meta`. Its schemas and handler come from the procedure. */
export interface ProcedureTool extends ExistingTool {
  /** What the tool does and when to use it. */
  readonly description: string;
}

/** The procedure at a path such as `orders.find`; `never` if no procedure has this path. */
type ProcedureAt<Routes, Path extends string> = Path extends keyof Routes
  ? Extract<Routes[Path], AnyTRPCProcedure>
  : Path extends `${infer Name}.${infer Rest}`
    ? Name extends keyof Routes
      ? ProcedureAt<Routes[Name], Rest>
      : never
    : never;

/** A path that leads to a procedure; otherwise a message that the compiler's error shows. */
type CheckedPath<Router extends AnyTRPCRouter, Path extends string> = [
  ProcedureAt<Router['_def']['record'], Path>,
] extends [never]
  ? `The router has no procedure '${Path}'`
  : Path;

type Sent<Router extends AnyTRPCRouter, Path extends string> = inferProcedureInput<
  ProcedureAt<Router['_def']['record'], Path>
>;
type Received<Router extends AnyTRPCRouter, Path extends string> = inferProcedureOutput<
  ProcedureAt<Router['_def']['record'], Path>
>;

/** Makes a tool of one procedure of a router. The procedure runs with its middleware. */
export function toolFromProcedure<
  Router extends AnyTRPCRouter,
  const Path extends string,
  const Id extends string,
  const Version extends string = '1.0.0',
>(
  router: Router,
  path: CheckedPath<Router, Path>,
  tool: ProcedureTool & { readonly id: Id; readonly version?: Version | undefined } & ProcedureContextOptions<
      inferRouterContext<Router>
    >,
): DefinedTool<Sent<Router, Path>, Received<Router, Path>, Sent<Router, Path>, Received<Router, Path>, Id, Version>;
export function toolFromProcedure(
  router: AnyTRPCRouter,
  path: string,
  { context, ...tool }: ProcedureTool & ProcedureContextOptions<object>,
): ToolDefinition {
  return defineProcedureTool(router, path, tool, { id: tool.id, context });
}

/** The ID and the context of the tool of a procedure. */
interface ToolSettings {
  readonly id: string | undefined;
  readonly context: ReadProcedureContext<object> | undefined;
}

/** Defines the tool of a procedure. */
export function defineProcedureTool(
  router: AnyTRPCRouter,
  path: string,
  toolData: ProcedureTool,
  { id, context }: ToolSettings,
): ToolDefinition {
  const source = `the procedure '${path}'`;
  const procedure = own(router._def.procedures, path) as AnyTRPCProcedure | undefined;
  if (procedure === undefined) {
    throw new StartupError(
      'TW_PROCEDURE_TOOL',
      `The router has no procedure '${path}'. If a lazy router has it, use await toolsFromRouter(router).`,
    );
  }
  const { _def: definition } = procedure;
  if (definition.type === 'subscription') {
    throw new StartupError(
      'TW_PROCEDURE_TOOL',
      `The procedure '${path}' is a subscription, and a tool returns once. Use a query or a mutation.`,
    );
  }
  const input = readInput(definition.inputs, source);
  return defineExistingTool(toolData, {
    source,
    id,
    // tRPC has no summary and no description of a procedure. Both come from `toolData`.
    title: undefined,
    description: undefined,
    annotations: definition.type === 'query' ? { readOnly: true } : {},
    isDeprecated: false,
    input,
    output: readOutput(definition),
    run: async (value, call): Promise<unknown> => {
      try {
        const caller: unknown = router.createCaller((await context?.(call)) ?? {}, { signal: call.signal });
        return await procedureIn(caller, path)(input === undefined ? undefined : value);
      } catch (thrown) {
        throw toToolError(thrown, source);
      }
    },
  });
}

/** The function of a procedure in a caller, whose members exist only when they are read. */
function procedureIn(caller: unknown, path: string): (input: unknown) => Promise<unknown> {
  const names = path.split('.');
  return names.reduce((part, name) => (part as Record<string, unknown>)[name], caller) as ReturnType<
    typeof procedureIn
  >;
}

/**
 * The error for the caller of a tool. A `TRPCError` with a status below 500 keeps its message and code. With status 503 it gets a fixed
 * message. All other errors stay unexpected, except for tool errors and input requests inside a `TRPCError`.
 */
function toToolError(thrown: unknown, source: string): unknown {
  if (!isTrpcError(thrown)) return thrown;
  const { code, message, cause } = thrown;
  // tRPC wraps everything that a procedure throws.
  if (isToolError(cause) || isInputRequired(cause)) return cause;
  const issues = describeIssues(own(cause, 'issues'));
  return errorOfStatus({
    status: getHTTPStatusCodeFromError(thrown),
    source,
    code,
    // Without a message of the app it is the code, or the issues as JSON.
    message: message === code || issues !== undefined ? undefined : message,
    details: issues,
    cause: cause ?? thrown,
  });
}

/** Whether a value is a `TRPCError` of any copy of tRPC. */
function isTrpcError(thrown: unknown): thrown is TRPCError {
  return thrown instanceof Error && thrown.name === 'TRPCError' && 'code' in thrown;
}
