import { arcade } from '@toolwire/arcade';
import {
  type Call,
  defineTool,
  type InputAnswer,
  type InputRequest,
  noContextValues,
  type Outcome,
} from '@toolwire/core';
import { idempotency } from '@toolwire/idempotency/stage';
import { concurrency } from '@toolwire/limits/stage';
import { mcp } from '@toolwire/mcp';
import { listen } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger, type ToolServer } from '@toolwire/server';
import { completed, createTasks } from '@toolwire/tasks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

const callIdKey = 'org.opentoolcalling/call_id';
const tasksKey = 'io.modelcontextprotocol/tasks';

interface SceneOptions {
  readonly isKeyed: boolean;
  readonly obeys: boolean;
  readonly ttlMs?: number;
  readonly timeoutMs?: number;
}

/** A server on a port with one slot for runs and one for tasks, and what has become of its tool. */
interface Scene {
  /** Sends a body, and answers with the body of the answer; `leave` closes its connection. */
  readonly post: (path: string, body: object, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly leave: () => void;
  readonly stop: () => Promise<void>;
  readonly isKeyed: boolean;
  readonly ttlMs: number;
  readonly running: () => number;
  readonly aborted: () => number;
  /** Whether there is a slot for a run, and one for a task, also where the server was stopped. */
  readonly slotsAreBack: () => Promise<boolean>;
}

interface Answer {
  readonly result?: { readonly taskId?: string; readonly task?: { readonly taskId: string } };
}

async function sceneOf({ isKeyed, obeys, ttlMs = 60_000, timeoutMs = 60_000 }: SceneOptions): Promise<Scene> {
  let [running, aborted] = [0, 0];
  const tool = defineTool({
    id: 'Jobs.Long',
    version: '1.0.0',
    description: 'Runs until its signal says that it may not, or for ever.',
    taskSupport: 'optional',
    run: (_input, { signal }) =>
      new Promise<never>((_resolve, reject) => {
        running += 1;
        signal.addEventListener(
          'abort',
          () => {
            [running, aborted] = [running - 1, aborted + 1];
            if (obeys) reject(signal.reason as Error);
          },
          { once: true },
        );
      }),
  });
  const short = defineTool({ id: 'Jobs.Short', version: '1.0.0', description: 'Is done.', run: () => 'done' });
  const tasks = createTasks<InputRequest, InputAnswer>({ pollIntervalMs: 1, maxRunning: 1 });
  const slot = concurrency({ server: 1, queue: 0 });
  const serve = (): ToolServer =>
    createToolServer({
      tools: [tool, short],
      wires: [otc(), mcp({ tasks, taskAfterMs: 0 }), arcade({ workerPath: false })],
      around: [idempotency({ lingerMs: 200 }), slot],
      limits: { timeoutMs },
      logger: silentLogger,
    });
  const listening = await listen(serve(), { port: 0 });
  const stop = (): Promise<void> => listening.close({ graceMs: 0, deadlineMs: 0 });
  onTestFinished(stop);
  // Another one with the same slots: what holds them is seen also when the first has stopped.
  const other = serve();
  const caller = new AbortController();
  return {
    post: async (path, body, headers = {}) => {
      const answer = await fetch(listening.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify(body),
        signal: caller.signal,
      });
      return (await answer.json()) as Answer;
    },
    leave: () => caller.abort(),
    stop,
    isKeyed,
    ttlMs,
    running: () => running,
    aborted: () => aborted,
    slotsAreBack: async () => {
      const outcome: Outcome = await other.service.call(shortCall());
      const started = await tasks.start({ run: () => completed(null) });
      return outcome.kind === 'value' && started.started;
    },
  };
}

function shortCall(): Call {
  return {
    wire: 'test',
    toolId: 'Jobs.Short',
    callId: 'short',
    idempotencyKey: undefined,
    traceId: undefined,
    input: {},
    context: { authorization: [], secrets: [] },
    principal: undefined,
    lifetime: new AbortController(),
    values: noContextValues,
  };
}

/** How a call is made, and how its wire ends it. */
interface Way {
  readonly begin: (scene: Scene) => Promise<Answer>;
  readonly cancel: (scene: Scene, begun: Promise<Answer>) => Promise<unknown>;
}

const request = { tool_id: 'Jobs.Long', input: {} };
const keyOf = ({ isKeyed }: Scene): object => (isKeyed ? { [callIdKey]: 'one' } : {});

function ofModern({ post, ...scene }: Scene, method: string, params: object, capabilities: object): Promise<Answer> {
  const { name, taskId = name } = params as { readonly name?: string; readonly taskId?: string };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    ...(method === 'tools/call' && keyOf({ post, ...scene })),
  };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, 'mcp-name': taskId ?? '' };
  return post('/mcp', { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }, headers);
}

function ofLegacy(scene: Scene, method: string, params: object): Promise<Answer> {
  const sent = { jsonrpc: '2.0', id: 1, method, params };
  return scene.post('/mcp', sent, { 'mcp-protocol-version': '2025-11-25' });
}

const takesTasks = { extensions: { [tasksKey]: {} } };
const called = { name: 'Jobs_Long', arguments: {} };

const ways = {
  'Open Tool Calling': {
    begin: ({ post, isKeyed }) => post('/tools/call', { request: { ...request, ...(isKeyed && { call_id: 'one' }) } }),
    cancel: ({ post }) => post('/tools/cancel', { request: { call_id: 'one', tool_id: 'Jobs.Long' } }),
  },
  Arcade: {
    begin: ({ post, isKeyed }) =>
      post('/tools/execute', {
        run_id: 'run',
        ...(isKeyed && { execution_id: 'one' }),
        tool: { toolkit: 'Jobs', name: 'Long', version: null },
        inputs: {},
        context: {},
      }),
    // This wire has no word for it; the call has the same name over the others.
    cancel: ({ post }) => post('/tools/cancel', { request: { call_id: 'one', tool_id: 'Jobs.Long' } }),
  },
  'MCP 2026-07-28': {
    begin: (scene) => ofModern(scene, 'tools/call', called, {}),
    cancel: async ({ leave }) => leave(),
  },
  'a task of MCP 2026-07-28': {
    begin: (scene) => ofModern(scene, 'tools/call', called, takesTasks),
    cancel: async (scene, begun) =>
      ofModern(scene, 'tasks/cancel', { taskId: (await begun).result?.taskId }, takesTasks),
  },
  'a task of MCP 2025-11-25': {
    begin: (scene) => ofLegacy(scene, 'tools/call', { ...called, task: { ttl: scene.ttlMs }, _meta: keyOf(scene) }),
    cancel: async (scene, begun) => ofLegacy(scene, 'tasks/cancel', { taskId: (await begun).result?.task?.taskId }),
  },
} satisfies Readonly<Record<string, Way>>;

const ends: Readonly<
  Record<string, { options?: Partial<SceneOptions>; end?: (scene: Scene, way: Way, begun: Promise<Answer>) => unknown }>
> = {
  cancelled: { end: (scene, { cancel }, begun) => cancel(scene, begun) },
  'left by its caller': { end: ({ leave }) => leave() },
  'over its time limit': { options: { timeoutMs: 150 } },
  'over the time of its task': { options: { ttlMs: 150 } },
  'interrupted by the stop of its server': { end: ({ stop }) => void stop() },
};

/** What an end means nothing to. */
function isWithout(by: string, how: string, isKeyed: boolean): boolean {
  const isTask = by.startsWith('a task');
  if (how === 'over the time of its task') return by !== 'a task of MCP 2025-11-25';
  // A task outlives its caller, and has the time of its task in the place of the server's limit.
  if (isTask) return how === 'left by its caller' || how === 'over its time limit';
  // A call without an id has no name to be cancelled by.
  return how === 'cancelled' && !isKeyed && !by.startsWith('MCP');
}

const combinations = (Object.keys(ways) as (keyof typeof ways)[]).flatMap((by) =>
  Object.keys(ends).flatMap((how) =>
    [true, false]
      .filter((isKeyed) => !isWithout(by, how, isKeyed))
      .map((isKeyed) => [isKeyed ? 'keyed' : 'plain', by, how] as const),
  ),
);

describe('over HTTP, a tool that obeys its signal', () => {
  it.concurrent.each(combinations)(
    'is stopped and gives its slots back: %s, by %s, %s',
    async (kept, by, how) => {
      const { options, end } = ends[how] ?? {};
      const scene = await sceneOf({ isKeyed: kept === 'keyed', obeys: true, ...options });
      const answer = ways[by].begin(scene);
      // Whoever leaves, or whose server stops, has no answer.
      answer.catch(() => undefined);
      await vi.waitFor(() => expect(scene.running()).toBe(1), 10_000);
      if (options === undefined) expect(await scene.slotsAreBack()).toBe(false);
      await end?.(scene, ways[by], answer);
      await vi.waitFor(() => expect(scene.aborted()).toBe(1), 10_000);
      await vi.waitFor(async () => expect(await scene.slotsAreBack()).toBe(true), 10_000);
    },
    30_000,
  );
});

describe('over HTTP, a tool that ignores its signal', () => {
  it.concurrent.each(combinations.filter(([, by]) => !by.startsWith('a task')))(
    'gives its slot back when its time is up: %s, by %s, %s',
    async (kept, by, how) => {
      const { options, end } = ends[how] ?? {};
      const scene = await sceneOf({ isKeyed: kept === 'keyed', obeys: false, timeoutMs: 1_000, ...options });
      const answer = ways[by].begin(scene);
      answer.catch(() => undefined);
      await vi.waitFor(() => expect(scene.running()).toBe(1), 10_000);
      await end?.(scene, ways[by], answer);
      await vi.waitFor(() => expect(scene.aborted()).toBe(1), 10_000);
      await vi.waitFor(async () => expect(await scene.slotsAreBack()).toBe(true), 10_000);
    },
    30_000,
  );
});
