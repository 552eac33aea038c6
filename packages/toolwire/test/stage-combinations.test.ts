import { getEventListeners } from 'node:events';
import {
  type Call,
  defineTool,
  type InputAnswer,
  type InputRequest,
  type JsonObject,
  noContextValues,
  type Outcome,
} from '@toolwire/core';
import { idempotency } from '@toolwire/idempotency/stage';
import { concurrency } from '@toolwire/limits/stage';
import { connectMcp } from '@toolwire/mcp';
import { createToolServer, silentLogger, type ToolServer } from '@toolwire/server';
import { createTasks } from '@toolwire/tasks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

/** A server with one slot for runs and one for tasks, and what has become of its tool. */
interface Scene {
  readonly server: ToolServer;
  /** Begins a call by its wire. */
  readonly begin: (id: string) => void;
  /** Tells that the wire's own way of ending it was taken. */
  readonly cancel: (id: string) => void;
  readonly leave: () => void;
  readonly running: () => number;
  readonly aborted: () => number;
}

interface SceneOptions {
  readonly isKeyed: boolean;
  readonly ttlMs?: number;
  readonly timeoutMs?: number;
}

const callIdKey = 'org.opentoolcalling/call_id';

function sceneOf({ isKeyed, ttlMs = 60_000, timeoutMs = 60_000 }: SceneOptions, by: 'wire' | 'task' | 'call'): Scene {
  let [running, aborted] = [0, 0];
  const tool = defineTool({
    id: 'Jobs.Long',
    version: '1.0.0',
    description: 'Runs until its signal says that it may not.',
    taskSupport: 'optional',
    run: (_input, { signal }) =>
      new Promise<never>((_resolve, reject) => {
        running += 1;
        signal.addEventListener(
          'abort',
          () => {
            [running, aborted] = [running - 1, aborted + 1];
            reject(signal.reason as Error);
          },
          { once: true },
        );
      }),
  });
  const server = createToolServer({
    tools: [tool],
    wires: [],
    around: [idempotency({ lingerMs: 200 }), concurrency({ server: 1, queue: 0 })],
    limits: { timeoutMs },
    logger: silentLogger,
  });
  const seen = { server, running: () => running, aborted: () => aborted };
  return by === 'call'
    ? { ...seen, ...plainCalls(server, isKeyed) }
    : { ...seen, ...mcpCalls(server, isKeyed, by, ttlMs) };
}

type Ways = Pick<Scene, 'begin' | 'cancel' | 'leave'>;

/** As Open Tool Calling makes them: a connection that breaks, and a route that cancels. */
function plainCalls({ service }: ToolServer, isKeyed: boolean): Ways {
  const callers: AbortController[] = [];
  const callOf = (id: string, lifetime = new AbortController()): Call => ({
    wire: 'test',
    toolId: 'Jobs.Long',
    callId: id,
    idempotencyKey: isKeyed ? id : undefined,
    traceId: undefined,
    input: {},
    context: { authorization: [], secrets: [] },
    principal: { id: 'ada' },
    isCallerKnown: true,
    lifetime,
    values: noContextValues,
  });
  return {
    begin: (id) => {
      const caller = new AbortController();
      callers.push(caller);
      void service.call(callOf(id, caller));
    },
    cancel: (id) => {
      // A call without an id has no name to be cancelled by: its connection is closed.
      if (isKeyed) void service.cancel(callOf(id));
      else for (const caller of callers) caller.abort();
    },
    leave: () => {
      for (const caller of callers) caller.abort();
    },
  };
}

/** Over a connection of MCP 2025-11-25, as requests or as tasks. */
function mcpCalls(server: ToolServer, isKeyed: boolean, by: 'wire' | 'task', ttlMs: number): Ways {
  const tasks = createTasks<InputRequest, InputAnswer>({ pollIntervalMs: 1, maxRunning: 1 });
  const taskOf = new Map<unknown, string>();
  const connection = connectMcp(
    server.service,
    (sent) => {
      const { id, result } = sent as { id?: unknown; result?: { task?: { taskId: string } } };
      if (result?.task !== undefined) taskOf.set(id, result.task.taskId);
    },
    { tasks, principal: { id: 'ada' }, graceMs: 0 },
  );
  onTestFinished(() => connection.close());
  let requests = 0;
  const send = (message: JsonObject): void => connection.receive({ jsonrpc: '2.0', ...message });
  const clientInfo = { name: 'test', version: '1' };
  send({ id: 'init', method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  return {
    begin: (id) => {
      const params = {
        name: 'Jobs_Long',
        arguments: {},
        ...(by === 'task' && { task: { ttl: ttlMs } }),
        ...(isKeyed && { _meta: { [callIdKey]: id } }),
      };
      send({ id, method: 'tools/call', params });
    },
    cancel: (id) => {
      if (by === 'wire') return send({ method: 'notifications/cancelled', params: { requestId: id } });
      const taskId = taskOf.get(id);
      expect(taskId).toBeDefined();
      send({ id: `cancel ${(requests += 1)}`, method: 'tasks/cancel', params: { taskId: taskId ?? '' } });
    },
    leave: () => void connection.close(),
  };
}

const ends: Readonly<Record<string, { options?: Partial<SceneOptions>; end?: (scene: Scene, id: string) => void }>> = {
  cancelled: { end: ({ cancel }, id) => cancel(id) },
  'left by its caller': { end: ({ leave }) => leave() },
  'over its time limit': { options: { timeoutMs: 150 } },
  'over the time of its task': { options: { ttlMs: 150 } },
  'interrupted by the stop of its server': { end: ({ server }) => server.stop.interrupt() },
};

/** A way of calling that an end means nothing to. */
const without: readonly string[] = [
  // A task outlives its caller, and has the time of its task in the place of the server's limit.
  'task, left by its caller',
  'task, over its time limit',
  'wire, over the time of its task',
  'call, over the time of its task',
];

const ways = ['call', 'wire', 'task'] as const;
const combinations = ways.flatMap((by) =>
  Object.keys(ends).flatMap((how) =>
    without.includes(`${by}, ${how}`)
      ? []
      : [true, false].map((isKeyed) => [isKeyed ? 'keyed' : 'plain', by, how] as const),
  ),
);

describe('a tool that obeys its signal', () => {
  it.concurrent.each(combinations)('is stopped and gives its slots back: %s, by %s, %s', async (kept, by, how) => {
    const { options = {}, end } = ends[how] ?? {};
    const scene = sceneOf({ isKeyed: kept === 'keyed', ...options }, by);
    scene.begin('one');
    await vi.waitFor(() => expect(scene.running()).toBe(1));
    // The answer that names a task is on its way.
    await new Promise((resolve) => setTimeout(resolve, 10));
    end?.(scene, 'one');
    await vi.waitFor(() => expect(scene.aborted()).toBe(1), 5_000);
    expect(scene.running()).toBe(0);
    if (how.startsWith('interrupted') || (by === 'wire' && how.startsWith('left'))) return;
    // The slots are there again: of runs, and of tasks.
    let tries = 0;
    await vi.waitFor(() => {
      tries += 1;
      scene.begin(`next ${tries}`);
      expect(scene.running()).toBe(1);
    }, 5_000);
    scene.server.stop.interrupt();
  });
});

describe('a thousand calls that were ended', () => {
  it.each([
    ['keyed', true],
    ['plain', false],
  ])('leave no timer and no listener behind: %s', async (_how, isKeyed) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const tool = defineTool({
      id: 'Jobs.Long',
      version: '1.0.0',
      description: 'Runs until its signal says that it may not.',
      run: (_input, { signal }) =>
        new Promise<never>((_resolve, reject) => {
          signal.onabort = () => reject(signal.reason as Error);
        }),
    });
    const around = [idempotency({ lingerMs: 100 })];
    const { service } = createToolServer({ tools: [tool], wires: [], around, logger: silentLogger });
    const callOf = (index: number, lifetime: Call['lifetime']): Call => ({
      wire: 'test',
      toolId: 'Jobs.Long',
      callId: String(index),
      idempotencyKey: isKeyed ? String(index) : undefined,
      traceId: undefined,
      input: {},
      context: { authorization: [], secrets: [] },
      principal: { id: 'ada' },
      isCallerKnown: true,
      lifetime,
      values: noContextValues,
    });
    const outcomes: Promise<Outcome>[] = [];
    const callers: AbortController[] = [];
    for (let index = 0; index < 1_000; index += 1) {
      const caller = new AbortController();
      callers.push(caller);
      const call = callOf(index, caller);
      outcomes.push(service.call(call));
      await vi.advanceTimersByTimeAsync(0);
      if (index % 2 === 0 || !isKeyed) caller.abort();
      else await service.cancel(call);
    }
    await vi.advanceTimersByTimeAsync(2_000);
    for (const outcome of await Promise.all(outcomes)) expect(outcome.kind).toBe('failed');
    await vi.advanceTimersByTimeAsync(200);
    expect(vi.getTimerCount()).toBe(0);
    for (const { signal } of callers) expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
