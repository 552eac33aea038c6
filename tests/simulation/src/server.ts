import { type Call, noContextValues, type Outcome, type Stage, type Tool } from '@toolwire/core';
import type { HttpResponse } from '@toolwire/core/wire';
import type { IdempotencyStore } from '@toolwire/idempotency';
import { idempotency } from '@toolwire/idempotency/stage';
import { concurrency } from '@toolwire/limits/stage';
import { retry } from '@toolwire/retry/stage';
import {
  createTaskCalls,
  createTasks,
  type Task,
  type TaskCalls,
  type TaskEngine,
  type TaskStore,
  type Tasks,
} from '@toolwire/tasks';
import { serveCall } from './http-endpoint.ts';
import type { PlannedCall } from './planned-call.ts';
import { maxInProcess, runInProcess, runKeyedTool, runTaskTool, type ToolParts } from './tools.ts';

type ToolCall = Call & { readonly tool: Tool };

/** What one process serves calls with. */
export interface ServerParts extends ToolParts {
  readonly store: TaskStore;
  readonly engine: TaskEngine;
  readonly answers: IdempotencyStore;
  readonly plannedCall: (name: string) => PlannedCall;
  readonly settings: ServerSettings;
  readonly report: (error: unknown) => void;
}

/** The settings that all processes share. */
export interface ServerSettings {
  readonly leaseMs: number;
  readonly sweepMs: number;
  readonly storeTimeoutMs: number;
  /** How many workers a process has. More than one is a defect: another call can then run next to a suspect. */
  readonly workers: number;
  /** The most durable calls of one owner that run at the same time, in all processes. */
  readonly maxRunningPerOwner: number | undefined;
  /** The most keyed calls of one tool that run at the same time in one process. */
  readonly maxConcurrent: number;
  /** Whether calls without a version match a stored call of an older version. */
  readonly anyVersion: boolean;
}

/** The most attempts of a call whose workers crash. */
export const maxAttempts = 4;

/** How long work in one process is stored. */
export const inProcessTtlMs = 120_000;
/** The shipped code in one simulated process. */
export class Server {
  readonly tasks: TaskCalls;
  /** Work that runs in this process only. */
  readonly inProcess: Tasks;
  readonly #parts: ServerParts;
  readonly #idempotency: Stage<ToolCall>;
  readonly #concurrency: Stage<ToolCall>;
  readonly #retry: Stage<ToolCall> = retry({ baseMs: 100, deadlineMs: 5_000 });

  constructor(parts: ServerParts) {
    const { store, engine, answers, settings, report, plannedCall } = parts;
    const { leaseMs, sweepMs, storeTimeoutMs, workers, maxRunningPerOwner, maxConcurrent } = settings;
    this.#parts = parts;
    this.tasks = createTaskCalls({ store, engine, leaseMs, sweepMs, maxAttempts, maxRunningPerOwner, report });
    const inProcess = { maxRunningPerOwner: maxInProcess, ttlMs: inProcessTtlMs };
    this.inProcess = createTasks({ ...inProcess, store, report });
    this.#concurrency = concurrency({ perTool: maxConcurrent, queue: 2, queueTimeoutMs: 2_000 });
    this.#idempotency = idempotency({ store: answers, storeTimeoutMs, lingerMs: 5_000, report });
    for (let worker = 0; worker < workers; worker += 1) {
      this.tasks.work((context) => runTaskTool(plannedCall(context.taskId), context, parts));
    }
  }

  /** Starts a task, or finds it. */
  start(call: PlannedCall): ReturnType<TaskCalls['start']> {
    const { process, settings } = this.#parts;
    return this.tasks.start({
      id: call.name,
      owner: call.owner,
      anyVersion: settings.anyVersion,
      call: {
        toolId: `Work.${call.behavior}`,
        toolVersion: process.toolVersion,
        input: { name: call.name },
        callId: call.callId,
        retrySafe: call.behavior !== 'once',
      },
    });
  }

  /** Reads a task for its owner. After a retryable failure, the next start runs it again. */
  async read({ name, owner }: PlannedCall): Promise<Task | undefined> {
    const task = await this.tasks.get(name, owner);
    if (task !== undefined && isRetryable(task)) await this.tasks.allowRestart(name, owner, task.version);
    return task;
  }

  /** Runs a keyed call while its caller waits. Reports each run that this request starts. */
  async runKeyed(call: PlannedCall, signal: AbortSignal, onRun: () => void): Promise<Outcome> {
    const keyed = this.#toolCall(call, signal);
    const run: Stage<ToolCall> = async ({ lifetime }) => {
      onRun();
      return runKeyedTool(call, lifetime.signal, this.#parts);
    };
    return this.#idempotency(keyed, (change) => {
      const changed = { ...keyed, ...change };
      return this.#concurrency(changed, () => this.#retry(changed, () => run(changed, unreachable)));
    });
  }

  /** Serves a keyed call over HTTP. */
  serveHttp(body: string, disconnected: AbortSignal, onRun: () => void): Promise<HttpResponse> {
    return serveCall(body, disconnected, ({ callId, input }) => {
      const { name } = input as { readonly name: string };
      return this.runKeyed({ ...this.#parts.plannedCall(name), callId }, disconnected, onRun);
    });
  }

  /** Starts work in this process. */
  startInProcess(call: PlannedCall): ReturnType<Tasks['start']> {
    return this.inProcess.start({ owner: call.owner, run: (context) => runInProcess(call, context, this.#parts) });
  }

  async cancelKeyed(call: PlannedCall): Promise<void> {
    // The server finds this method in the same way.
    const { cancel } = this.#idempotency as { readonly cancel?: (call: ToolCall) => Promise<void> };
    await cancel?.(this.#toolCall(call, new AbortController().signal));
  }

  #toolCall(call: PlannedCall, signal: AbortSignal): ToolCall {
    const { behavior, callId, name, owner } = call;
    const id = `Work.${behavior}`;
    return {
      wire: 'simulation',
      toolId: id,
      callId,
      callerCallId: callId,
      traceId: undefined,
      input: { name },
      context: { authorization: [], secrets: [], userId: owner },
      lifetime: { signal },
      values: noContextValues,
      tool: {
        id,
        version: this.#parts.process.toolVersion,
        name: id,
        description: id,
        inputSchema: {},
        outputSchema: null,
        ...(behavior === 'steps' && { annotations: { idempotent: true } }),
        checkInput: (value) => ({ ok: true, value }),
        checkOutput: (value) => ({ ok: true, value }),
        run: () => null,
      },
    };
  }
}

export function isRetryable({ status, error }: Task): boolean {
  return status === 'failed' && typeof error === 'object' && error !== null && Reflect.get(error, 'canRetry') === true;
}

function unreachable(): never {
  throw new Error('The tool is the last stage.');
}
