import { requirements, scopes } from '@toolwire/auth/stage';
import {
  type Call,
  InputRequired,
  isInputRequired,
  isPromise,
  type JsonValue,
  noContextValues,
  type Outcome,
  type Principal,
  pipeline,
  type Stage,
  type Tool,
  type ToolContext,
  type ToolDefinition,
} from '@toolwire/core';
import { clientOfRun, isWithContent } from '@toolwire/core/internal';
import type { ToolPage, ToolService, Viewer } from '@toolwire/core/wire';
import { mapError } from '@toolwire/errors';
import { createToolServer, type ServerTasks, silentLogger, type ToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { validate } from '@toolwire/validate/stage';
import { createVersionResolver } from '@toolwire/version';
import { resolve } from '@toolwire/version/stage';

/** A service of the real stages that records calls. */
export interface TestService extends ToolService {
  readonly calls: readonly Call[];
  /** The recorded task runs. */
  readonly runs: readonly Call[];
  /** Replaces the tools. */
  /** Resolves immediately. */
  readonly page: (viewer?: Viewer) => ToolPage;
  replace(tools: readonly ToolDefinition[]): void;
  stop(): void;
  /** The number of listeners for changes and for the stop. */
  readonly listening: number;
}

/** Options of a service. */
export interface TestServiceOptions {
  readonly visible?: (tool: Tool, principal: Principal | undefined, client: Viewer['client']) => boolean;
  readonly requirements?: Parameters<typeof requirements>[0];
  /** Runs tasks with the engine of a real server. */
  readonly tasks?: ServerTasks;
  /** Refuses some task runs. */
  readonly refuse?: (call: Call) => Promise<Outcome> | undefined;
  /** Replaces the engine. */
  readonly answer?: (call: Call) => Outcome;
}

/** Creates a service from definitions. */
export function createTestService(
  definitions: readonly ToolDefinition[],
  options: TestServiceOptions = {},
): TestService {
  const { visible } = options;
  let resolver = createVersionResolver(definitions.map(compile));
  let page: ToolPage = { tools: resolver.all() };
  const calls: Call[] = [];
  const runs: Call[] = [];
  const { tasks, refuse } = options;
  const note: Stage<Call> = (call, next) => {
    if (call.task === undefined) return next();
    runs.push(call);
    return refuse?.(call) ?? next();
  };
  const engine = tasks && createToolServer({ ...real, tools: definitions, tasks, around: [note] });
  const changed = new Set<() => void>();
  const stopped = new Set<() => void>();
  const live: Pick<typeof resolver, 'resolve' | 'has'> = {
    resolve: (...asked) => resolver.resolve(...asked),
    has: (item): item is Tool => resolver.has(item),
  };
  const run = pipeline()
    .use(resolve(live, visible && ((tool, { principal, client }) => visible(tool, principal, client))))
    .use(scopes())
    .use(validate())
    .use(requirements(options.requirements))
    .handle(invoke);
  return {
    calls,
    runs,
    call: (call) => {
      calls.push(call);
      if (options.answer !== undefined) return Promise.resolve(options.answer(call));
      return engine === undefined ? run(call) : engine.service.call(call);
    },
    cancel: () => Promise.resolve(undefined),
    page: (viewer) =>
      engine !== undefined
        ? pageOf(engine)
        : visible === undefined
          ? page
          : { tools: resolver.all().filter((tool) => visible(tool, viewer?.principal, viewer?.client)) },
    hidesTools: visible !== undefined,
    countTools: () => resolver.all().length,
    isHealthy: () => true,
    unhealthyReason: () => 'The server is stopping.',
    limits: { timeoutMs: 30_000, outputBytes: 10 * 1024 * 1024, runningCalls: 1000 },
    onToolsChanged: (listener) => {
      changed.add(listener);
      return () => changed.delete(listener);
    },
    onStop: (listener) => {
      stopped.add(listener);
      return () => stopped.delete(listener);
    },
    replace: (tools) => {
      engine?.replaceTools(tools);
      resolver = createVersionResolver(tools.map(compile));
      page = { tools: resolver.all() };
      for (const listener of changed) listener();
    },
    stop: () => {
      for (const listener of stopped) listener();
    },
    tasks: engine?.service.tasks,
    get listening() {
      return changed.size + stopped.size;
    },
  };
}

const real = { wires: [], validator: ajv(), logger: silentLogger };

/** All tools are visible, so the page is available synchronously. */
function pageOf({ service }: ToolServer): ToolPage {
  const page = service.page({ values: noContextValues });
  if (isPromise(page)) throw new TypeError('The page came late.');
  return page;
}

function compile(definition: ToolDefinition): Tool {
  const [tool] = createToolServer({ ...real, tools: [definition] }).tools;
  if (tool === undefined) throw new TypeError('The tool was not compiled.');
  return tool;
}

async function invoke(call: Call & { readonly tool: Tool; readonly validInput: unknown }): Promise<Outcome> {
  const { tool } = call;
  try {
    const returned = await tool.run(call.validInput, contextOf(call));
    const { value, ...more } = isWithContent(returned) ? returned : { value: returned };
    const checked = await tool.checkOutput(value);
    if (checked.ok) return { kind: 'value', value: checked.value as JsonValue, ...more, durationMs: 1.23456, tool };
    return { kind: 'failed', failure: { message: checked.message, developerMessage: 'secret' }, tool };
  } catch (thrown) {
    if (isInputRequired(thrown)) return { kind: 'input_required', requests: thrown.requests, tool };
    return { kind: 'failed', failure: mapError(thrown), tool };
  }
}

function contextOf(call: Call): ToolContext {
  const log = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: object, message: string) =>
    call.reportLog?.(level, fields, message);
  return {
    callId: call.callId,
    idempotencyKey: call.callId,
    toolId: call.toolId,
    signal: call.lifetime.signal,
    principal: call.principal,
    client: clientOfRun(call),
    sessionId: call.sessionId,
    userId: call.context.userId,
    token: () => undefined,
    secret: () => undefined,
    progress: (done, total, message) => call.reportProgress?.(done, total, message),
    ask: async (requests) => {
      if (call.ask === undefined) throw new InputRequired(requests);
      return call.ask(requests);
    },
    saved: undefined,
    save: () => Promise.resolve(),
    upload: (reference) => {
      throw new Error(`No upload ${reference}`);
    },
    log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
    get: (key) => call.values.get(key),
  };
}
