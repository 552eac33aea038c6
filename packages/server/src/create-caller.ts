import { contextValues, type ToolDefinition } from '@toolwire/core';
import { checkNames, type NamesOf, overlaid, type ToolSource, takePrincipal, type Written } from '@toolwire/internal';
import type { CallSettings } from './call-settings.ts';
import { type CallerOutcome, outputOf } from './caller-outcome.ts';
import type { NotedCall } from './thrown-errors.ts';
import type { ToolServer } from './tool-server.ts';
import type { TypedCaller } from './typed-caller.ts';

/** A tool whose definition tells what its callers send and get. */
interface Callable<Sent, Gets = unknown> extends ToolDefinition {
  readonly '~caller'?: { readonly sends: Sent; readonly gets: Gets };
}

/** Calls a tool, by its definition or by its id, and answers how that ended. */
export interface Caller {
  <Sent>(tool: Callable<Sent>, input: NoInfer<Sent>, settings?: CallSettings): Promise<CallerOutcome>;
  (toolId: string, input?: unknown, settings?: CallSettings): Promise<CallerOutcome>;
  /** Answers the value alone; rejects with what the tool has thrown, or with an error that says how the call ended instead. */
  value<Sent, Gets>(tool: Callable<Sent, Gets>, input: NoInfer<Sent>, settings?: CallSettings): Promise<Written<Gets>>;
}

const optionNames: NamesOf<CallSettings> = {
  tokens: true,
  secrets: true,
  userId: true,
  values: true,
  signal: true,
  callId: true,
  idempotencyKey: true,
  traceId: true,
  principal: true,
  timeLimitMs: true,
  reportProgress: true,
  reportLog: true,
  ask: true,
};

/** Calls tools of a server as a wire would, with no wire and no host: for tests, and for tools that call others. */
export function createCaller(server: Pick<ToolServer, 'call'>, defaults?: CallSettings): Caller;
/** The same, typed by where its tools come from: `createCaller<typeof tools>(server)`. */
export function createCaller<Source extends ToolSource>(
  server: Pick<ToolServer, 'call'>,
  defaults?: CallSettings,
): TypedCaller<Source>;
export function createCaller(server: Pick<ToolServer, 'call'>, defaults: CallSettings = {}): object {
  checkNames('createCaller()', defaults, optionNames);
  const call = async (
    tool: string | ToolDefinition,
    input?: unknown,
    settings?: CallSettings,
  ): Promise<CallerOutcome> => {
    checkNames('A call', settings, optionNames);
    const given = overlaid(defaults, settings ?? {});
    const { tokens = {}, secrets = {}, userId, values = [], signal, principal, ...rest } = given;
    const { callId = crypto.randomUUID() } = given;
    const noted: unknown[] = [];
    const noting: NotedCall = {
      wire: 'caller',
      toolId: typeof tool === 'string' ? tool : `${tool.id}@${tool.version}`,
      traceId: undefined,
      input: input ?? {},
      context: {
        authorization: Object.entries(tokens).map(([id, token]) => ({ id, token })),
        secrets: Object.entries(secrets).map(([id, value]) => ({ id, value })),
        ...(userId === undefined ? {} : { userId }),
      },
      lifetime: { signal: signal ?? new AbortController().signal },
      values: contextValues(values),
      principal: takePrincipal(principal),
      ...rest,
      callId,
      noteThrown: (thrown) => void noted.push(thrown),
    };
    const outcome = await server.call(noting);
    const failed = outcome.kind === 'failed' || outcome.kind === 'refused';
    return failed && noted.length > 0 ? { ...outcome, thrown: noted.at(-1) } : outcome;
  };
  const value = async <Sent, Gets>(
    tool: Callable<Sent, Gets>,
    input: Sent,
    settings?: CallSettings,
  ): Promise<Written<Gets>> => outputOf(await call(tool, input, settings)) as Written<Gets>;
  return Object.assign(call, { value }) satisfies Caller;
}
