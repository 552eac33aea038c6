import type { Call, InputAnswer, InputRequest, Outcome, Principal, ToolDefinition } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { deferred } from '@toolwire/internal/testing';
import { createMemoryTaskStore, createTasks, type TaskStore, type Tasks } from '@toolwire/tasks';
import { expect } from 'vitest';
import type { McpOptions } from '../../src/index.ts';
import { createEndpoint, legacy, modern, type TestEndpoint, type TestResponse } from '../support/http.ts';
import { createTestService, type TestService } from '../support/service.ts';
import { nameForm, tool } from '../support/tools.ts';

/** The capabilities of a client that supports tasks. */
export const taskCapabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
/** The capabilities of a client that supports tasks and forms. */
export const takesAll = { ...taskCapabilities, elicitation: {} };

/** An encoded task. */
export type WireTask = Readonly<Record<string, unknown>> & { readonly taskId: string; readonly status: string };

/** An endpoint with tasks that wait for jobs. */
export interface TaskEndpoint {
  readonly service: TestService;
  readonly endpoint: TestEndpoint;
  readonly tasks: Tasks<InputRequest, InputAnswer>;
  /** Releases all waiting calls of `Job.Slow`. */
  readonly release: (value?: unknown) => void;
  /** Resolves once the last call was returned as a task, so that the rest of the tool runs as a task. */
  readonly taskIsKnown: () => Promise<void>;
  /** Sends a task request or a call of 2026-07-28. */
  readonly send: (
    method: string,
    params: Readonly<Record<string, unknown>>,
    options?: SendOptions,
  ) => Promise<TestResponse>;
  /** Sends a task request or a call of 2025-11-25. */
  readonly sendLegacy: (
    method: string,
    params: Readonly<Record<string, unknown>>,
    options?: SendOptions,
  ) => Promise<TestResponse>;
  /** Calls a tool in 2026-07-28 and expects a task. */
  readonly begin: (name: string, input?: object, options?: SendOptions) => Promise<WireTask>;
  /** Polls a task of 2026-07-28 until it has the status, without advancing time. */
  readonly until: (taskId: string, status: string) => Promise<WireTask>;
}

/** Options of a request. */
interface SendOptions {
  readonly capabilities?: object;
  readonly principal?: Principal;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

/** Options of an endpoint with tasks. */
interface TaskOptions extends McpOptions {
  readonly tasks?: Tasks<InputRequest, InputAnswer>;
}

/** Creates an endpoint whose longer calls become tasks. */
export function createTaskEndpoint(
  more: readonly ToolDefinition[] = [],
  { tasks = createTasks<InputRequest, InputAnswer>(), ...options }: TaskOptions = {},
  refuse: (call: Call) => Promise<Outcome> | undefined = () => undefined,
  hasTasks = true,
): TaskEndpoint {
  const waiting = new Set<(value: unknown) => void>();
  const slow = tool(
    'Job.Slow',
    (_, { signal }) =>
      new Promise((resolve, reject) => {
        waiting.add(resolve);
        signal.addEventListener('abort', () => reject(new Error('cut off')), { once: true });
      }),
    { taskSupport: 'optional' },
  );
  let known = deferred();
  const taskIsKnown = (): Promise<void> => known.promise;
  const noting = async (method: string, answering: () => Promise<TestResponse>): Promise<TestResponse> => {
    if (method === 'tools/call') known = deferred();
    const { resolve } = known;
    const answer = await answering();
    if (method === 'tools/call' && isTask(answer)) resolve();
    return answer;
  };
  const service = createTestService([slow, ...jobs(taskIsKnown), ...more], hasTasks ? { tasks, refuse } : {});
  const endpoint = createEndpoint(service, { taskAfterMs: 5, ...options });

  const send: TaskEndpoint['send'] = (method, params, { capabilities = takesAll, headers, principal, signal } = {}) => {
    const [value, { headers: usual }] = modern(method, params, { capabilities });
    const { taskId } = params;
    const named = typeof taskId === 'string' ? { 'mcp-name': taskId } : {};
    const sent = { ...(principal && { principal }), ...(signal && { signal }) };
    return noting(method, () => endpoint.post(value, { headers: { ...usual, ...named, ...headers }, ...sent }));
  };
  return {
    service,
    endpoint,
    tasks,
    release: (value = 'released') => {
      for (const resolve of waiting) resolve(value);
      waiting.clear();
    },
    taskIsKnown,
    send,
    sendLegacy: (method, params, { principal, headers = {}, signal } = {}) => {
      const [value, usual] = legacy('2025-11-25', method, params);
      const sent = { ...(principal && { principal }), ...(signal && { signal }) };
      return noting(method, () => endpoint.post(value, { headers: { ...usual.headers, ...headers }, ...sent }));
    },
    begin: async (name, input = {}, sent) => {
      const { message } = await send('tools/call', { name, arguments: input }, sent);
      expect(message.result).toMatchObject({ resultType: 'task' });
      return message.result as WireTask;
    },
    until: async (taskId, status) => {
      for (let attempt = 0; attempt < 200; attempt += 1) {
        const { message } = await send('tasks/get', { taskId });
        const task = message.result as WireTask;
        if (task.status === status) return task;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      throw new Error(`The task was never ${status}.`);
    },
  };
}

/** Whether a result is a task of 2026-07-28 or 2025-11-25. */
function isTask({ message: { result } }: TestResponse): boolean {
  return result !== undefined && (result['resultType'] === 'task' || 'task' in result);
}

/** Tools that support or require tasks. Their work starts once the task is known. */
const jobs = (work: () => Promise<void>): readonly ToolDefinition[] => [
  tool('Job.Quick', () => ({ quick: true }), { taskSupport: 'optional', output: { type: 'object' } }),
  tool('Job.Never', () => 'never a task'),
  tool(
    'Job.Must',
    async () => {
      await work();
      return 'done';
    },
    { taskSupport: 'required' },
  ),
  tool(
    'Job.Failing',
    async () => {
      await work();
      throw new ToolError('The printer has no paper');
    },
    { taskSupport: 'optional' },
  ),
  tool(
    'Job.Progress',
    async (_, { progress, signal }) => {
      progress(3, 10, 'Indexing');
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('cut off')), { once: true });
      });
    },
    { taskSupport: 'optional' },
  ),
  // Requests input during its work.
  tool(
    'Job.Asking',
    async (_, { ask }) => {
      await work();
      const { name, age } = await ask({ name: nameForm, age: nameForm });
      return { name, age, again: await ask({ name: nameForm }) };
    },
    { taskSupport: 'optional' },
  ),
  // Requests input before its work.
  tool(
    'Job.AskingFirst',
    async (_, { ask }) => {
      const { name } = await ask({ name: nameForm });
      await work();
      const { age } = await ask({ age: nameForm, name: nameForm });
      return [name.content, age.content];
    },
    { taskSupport: 'required' },
  ),
];

/** The code and status of an error response. */
export function errorOf({ status, message }: TestResponse): readonly [status: number, code: number | undefined] {
  return [status, message.error?.code];
}

/** A store that counts watchers. */
export function watchedStore(store: TaskStore = createMemoryTaskStore()): {
  readonly store: TaskStore;
  readonly watchers: () => number;
} {
  let count = 0;
  const methods: TaskStore = {
    create: (record) => store.create(record),
    read: (id) => store.read(id),
    replace: (record) => store.replace(record),
    list: (owner, page) => store.list(owner, page),
    remove: (id) => store.remove(id),
    claim: (id, turn, leaseMs) => store.claim(id, turn, leaseMs),
    renew: (...one) => store.renew(...one),
    release: (id, fence) => store.release(id, fence),
    all: (page) => store.all(page),
    unfinished: (page) => store.unfinished(page),
    watch: (id, listener) => {
      const unwatch = store.watch(id, listener);
      count += 1;
      return () => {
        count -= 1;
        unwatch();
      };
    },
  };
  return { store: methods, watchers: () => count };
}
