import {
  type Call,
  type ContextEntry,
  contextValues,
  type JsonValue,
  type Outcome,
  type ToolDefinition,
  type ValueOutcome,
} from '@toolwire/core';
import { callIdsOf } from '@toolwire/core/internal';
import {
  type CallArguments,
  checkNames,
  copyPrincipal,
  kindOf,
  mergeOptions,
  type NamesOf,
  StartupError,
  type ToolSource,
  type ToolsByName,
  type TypedTool,
  type Written,
  type WrittenFrom,
} from '@toolwire/internal';
import type { RecordedCall } from './run/error-hooks.ts';
import { toolIdOf } from './run/resolved-call.ts';
import type { ToolServer } from './tool-server.ts';

/** A definition with the types of its input and result. */
interface Callable<Sent, Gets = unknown> extends ToolDefinition {
  readonly '~caller'?: { readonly sends: Sent; readonly gets: Gets };
}

/** Calls a tool by its definition or ID, and resolves to the outcome. */
export interface Caller {
  <Sent>(tool: Callable<Sent>, input: NoInfer<Sent>, settings?: CallSettings): Promise<CallerOutcome>;
  (toolId: string, input?: unknown, settings?: CallSettings): Promise<CallerOutcome>;
  /** Resolves to the value. Rejects with the tool's error, or with an error that describes the outcome. */
  value<Sent, Gets>(tool: Callable<Sent, Gets>, input: NoInfer<Sent>, settings?: CallSettings): Promise<Written<Gets>>;
}

const optionNames: NamesOf<CallSettings> = {
  tokens: true,
  secrets: true,
  userId: true,
  values: true,
  signal: true,
  callId: true,
  traceId: true,
  principal: true,
  client: true,
  sessionId: true,
  reportProgress: true,
  reportLog: true,
  ask: true,
};

/** Calls the tools of a server without HTTP: for tests, and for tools that call other tools. */
export function createCaller(server: Pick<ToolServer, 'call'>, defaults?: CallSettings): Caller;
/** The same with the types of the tools: `createCaller<typeof tools>(server)`. */
export function createCaller<Source extends ToolSource>(
  server: Pick<ToolServer, 'call'>,
  defaults?: CallSettings,
): TypedCaller<Source>;
export function createCaller(server: Pick<ToolServer, 'call'>, defaults: CallSettings = {}): object {
  if (typeof (server as { call?: unknown } | undefined)?.call !== 'function') {
    throw new StartupError(
      'TW_NOT_A_TOOL_SERVER',
      `createCaller() needs a tool server from toolwire({ … }) or createToolServer({ … }), got ${kindOf(server)}`,
    );
  }
  checkNames('createCaller()', defaults, optionNames);
  const call = async (
    tool: string | ToolDefinition,
    input?: unknown,
    settings?: CallSettings,
  ): Promise<CallerOutcome> => {
    checkNames('a call', settings, optionNames);
    let lastThrown: { readonly thrown: unknown } | undefined;
    const recordedCall: RecordedCall = {
      ...toCall(tool, input ?? {}, mergeOptions(defaults, settings ?? {})),
      recordThrown: (thrown) => {
        lastThrown = { thrown };
      },
    };
    const outcome = await server.call(recordedCall);
    return outcome.kind === 'failed' || outcome.kind === 'refused' ? { ...outcome, ...lastThrown } : outcome;
  };
  const value = async <Sent, Gets>(
    tool: Callable<Sent, Gets>,
    input: Sent,
    settings?: CallSettings,
  ): Promise<Written<Gets>> => outputOf(await call(tool, input, settings)) as Written<Gets>;
  return Object.assign(call, { value }) satisfies Caller;
}

function toCall(tool: string | ToolDefinition, input: unknown, settings: CallSettings): Call {
  const { tokens = {}, secrets = {}, userId, values = [], signal, principal, ...rest } = settings;
  return {
    wire: 'caller',
    toolId: typeof tool === 'string' ? tool : toolIdOf(tool),
    traceId: undefined,
    input,
    context: {
      authorization: Object.entries(tokens).map(([id, token]) => ({ id, token })),
      secrets: Object.entries(secrets).map(([id, value]) => ({ id, value })),
      ...(userId === undefined ? {} : { userId }),
    },
    lifetime: { signal: signal ?? new AbortController().signal },
    values: contextValues(values),
    principal: copyPrincipal(principal),
    ...rest,
    // As over HTTP, a call without an ID, or with an empty one, gets a new ID.
    ...callIdsOf(settings.callId),
  };
}

type OrUndefined<Members> = { readonly [Name in keyof Members]?: Members[Name] | undefined };

/** Optional settings of a call. */
export interface CallSettings
  extends OrUndefined<
    Pick<Call, 'callId' | 'traceId' | 'principal' | 'client' | 'sessionId' | 'reportProgress' | 'reportLog' | 'ask'>
  > {
  /** Tokens by provider ID, such as `{ google: 'token' }`. */
  readonly tokens?: Readonly<Record<string, string>> | undefined;
  /** Secrets by ID. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** The user ID, for tools that require one. */
  readonly userId?: string | undefined;
  /** Context values, as a host would set them: `[contextEntry(key, value)]`. */
  readonly values?: readonly ContextEntry[] | undefined;
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
}

/** Calls tools by ID, with the types of their definitions: `createCaller<typeof server>(server)`. */
export interface TypedCaller<Source, Tools extends object = ToolsByName<Source>> {
  <Name extends keyof Tools & string>(
    toolId: Name,
    ...rest: CallArguments<Extract<Tools[Name], TypedTool>, CallSettings>
  ): Promise<CallerOutcome<WrittenFrom<Extract<Tools[Name], TypedTool>>>>;
  /** Resolves to the value. Rejects with the tool's error, or with an error that describes the outcome. */
  value<Name extends keyof Tools & string>(
    toolId: Name,
    ...rest: CallArguments<Extract<Tools[Name], TypedTool>, CallSettings>
  ): Promise<WrittenFrom<Extract<Tools[Name], TypedTool>>>;
}

/** The outcome of a call, with the error that its tool threw. */
export type CallerOutcome<Value = JsonValue> = (
  | Exclude<Outcome, ValueOutcome>
  | (Omit<ValueOutcome, 'value'> & { readonly value: Value })
) & {
  /** The error of the tool or a stage, for tests. Protocols never send it. */
  readonly thrown?: unknown;
};

/** Returns the value of an outcome. Throws the tool's error, or an error that describes the outcome. */
function outputOf(outcome: CallerOutcome): unknown {
  if (outcome.kind === 'value') return outcome.value;
  if ('thrown' in outcome) throw outcome.thrown;
  const { tool } = outcome;
  const name = tool === undefined ? 'the tool' : toolIdOf(tool);
  throw new Error(`The call of ${name} ended as '${outcome.kind}'. ${detailsOf(outcome)}`.trim());
}

function detailsOf(outcome: CallerOutcome): string {
  switch (outcome.kind) {
    case 'failed':
      return [outcome.failure.message, outcome.failure.developerMessage].join(' ');
    case 'refused':
      return [outcome.message, outcome.developerMessage].join(/[.?!]$/.test(outcome.message) ? ' ' : '. ');
    case 'invalid':
      return [outcome.message, ...Object.entries(outcome.parameterErrors).map((entry) => entry.join(': '))].join('. ');
    case 'input_required':
      return `It asks for: ${Object.keys(outcome.requests).join(', ')}. Pass \`ask\` to answer.`;
    case 'value':
    case 'artifact':
    case 'deferred':
      return '';
  }
}
