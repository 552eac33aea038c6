import { type Call, type ContextEntry, contextValues, type Outcome, type ToolDefinition } from '@toolwire/core';
import type { ToolServer } from './create-tool-server.ts';

/** What a call brings along besides its input; all of it may be left out. */
export interface CallSettings
  extends Partial<
    Pick<
      Call,
      'callId' | 'idempotencyKey' | 'traceId' | 'principal' | 'timeLimitMs' | 'reportProgress' | 'reportLog' | 'ask'
    >
  > {
  /** Tokens by the ids of their providers, such as `{ google: 'token' }`. */
  readonly tokens?: Readonly<Record<string, string>> | undefined;
  /** Secrets by their ids. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  readonly userId?: string | undefined;
  /** What a host would hand along: `[contextEntry(key, value)]`. */
  readonly context?: readonly ContextEntry[] | undefined;
  /** Ends the call when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** A tool whose definition tells what its callers send. */
interface Callable<Sent> extends ToolDefinition {
  readonly '~caller'?: { readonly sends: Sent; readonly gets: unknown };
}

/** Calls a tool, by its definition or by its id, and answers how that ended. */
export interface Caller {
  <Sent>(tool: Callable<Sent>, input: NoInfer<Sent>, settings?: CallSettings): Promise<Outcome>;
  (toolId: string, input?: unknown, settings?: CallSettings): Promise<Outcome>;
}

/** Calls tools of a server as a wire would, with no wire and no host: for tests, and for tools that call others. */
export function createCaller(server: Pick<ToolServer, 'call'>, defaults: CallSettings = {}): Caller {
  return (tool: string | ToolDefinition, input?: unknown, settings?: CallSettings) => {
    const { tokens = {}, secrets = {}, userId, context = [], signal, ...rest } = { ...defaults, ...settings };
    return server.call({
      wire: 'caller',
      toolId: typeof tool === 'string' ? tool : `${tool.id}@${tool.version}`,
      callId: crypto.randomUUID(),
      traceId: undefined,
      input: input ?? {},
      context: {
        authorization: Object.entries(tokens).map(([id, token]) => ({ id, token })),
        secrets: Object.entries(secrets).map(([id, value]) => ({ id, value })),
        ...(userId === undefined ? {} : { userId }),
      },
      lifetime: { signal: signal ?? new AbortController().signal },
      values: contextValues(context),
      ...rest,
    });
  };
}
