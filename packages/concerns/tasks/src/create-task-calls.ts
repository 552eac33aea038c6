import { callListener, type Json } from '@toolwire/internal';
import { createObserver, type Observe } from './access/observe.ts';
import { tryOrReport } from './access/report.ts';
import { createTaskLedger, type TaskLedger } from './access/task-ledger.ts';
import { RecordReader } from './access/task-reader.ts';
import { openWithoutKeys } from './calls/sealed-credentials.ts';
import { createTaskAdmin, type TaskAdmin } from './calls/task-admin.ts';
import type { HasTool, RunCall, TaskCallStart, TaskCallStarted, TaskCalls } from './calls/task-calls.ts';
import { readTaskCallsOptions, type TaskCallsOptions, type TaskCallsSettings } from './calls/task-calls-options.ts';
import { eventCallOf, type TaskEventDetail } from './calls/task-events.ts';
import { TaskStarter } from './calls/task-starter.ts';
import type { WorkerHandle } from './engine/task-engine.ts';
import { isRunnable } from './record/claim.ts';
import type { TaskCall, TaskRecord } from './record/task-record.ts';
import { turnToDeliver } from './record/task-turn.ts';
import { markRestartable } from './record/transitions.ts';
import { CrashSuspectGate } from './worker/crash-suspect-gate.ts';
import { runCall } from './worker/run-call.ts';
import { startSweeping } from './worker/sweep.ts';

/** Creates a runner of durable calls. Any process with the same tools, store and engine can run them. */
export function createTaskCalls<Question = Json, Answer = Json>(
  options: TaskCallsOptions,
): TaskCalls<Question, Answer> {
  // The store treats questions and answers as JSON.
  return new CallRunner(readTaskCallsOptions(options)) as TaskCalls<Question, Answer>;
}

class CallRunner extends RecordReader implements TaskCalls {
  readonly admin: TaskAdmin;
  readonly canSeal: boolean;
  readonly #settings: TaskCallsSettings;
  readonly #ledger: TaskLedger;
  readonly #observeTask: Observe;
  readonly #starter: TaskStarter;

  constructor(settings: TaskCallsSettings) {
    const { store, seal, report } = settings;
    const ledger = createTaskLedger(store, report);
    const observe = createObserver(store, report);
    super({ ledger, observe, onAnswer: (record) => this.#enqueue(record) });
    this.#settings = settings;
    this.#ledger = ledger;
    this.#observeTask = observe;
    // Otherwise a worker that can't reach its queue would stop running calls without a line in the log.
    for (const part of [store, settings.engine]) part.reportTo?.((error) => report(error));
    this.canSeal = seal !== undefined;
    this.#starter = new TaskStarter(settings, ledger, (record) => {
      this.#emit(record, { kind: 'stored' });
      return this.#enqueue(record);
    });
    this.admin = createTaskAdmin(ledger, (record) => this.#enqueue(record));
  }

  async ready(): Promise<void> {
    const { store, engine } = this.#settings;
    await Promise.all([store.ready?.(), engine.ready()]);
  }

  start(request: TaskCallStart): Promise<TaskCallStarted> {
    return this.#starter.start(request);
  }

  async allowRestart(id: string, owner: string | undefined, version: number): Promise<void> {
    const record = await this.#ledger.readOwned(id, owner);
    if (record !== undefined) await this.#ledger.update(id, markRestartable(version), record);
  }

  async close(): Promise<void> {
    await this.#settings.engine.close?.();
  }

  work(run: RunCall, hasTool?: HasTool): WorkerHandle {
    const { engine, seal, report } = this.#settings;
    const gate = new CrashSuspectGate();
    const dependencies = {
      ...this.#settings,
      gate,
      ledger: this.#ledger,
      observeTask: this.#observeTask,
      hasTool,
      open: (call: TaskCall, owner: string | null) => seal?.open(call, owner) ?? openWithoutKeys(call),
      emit: (record: TaskRecord, detail: TaskEventDetail) => this.#emit(record, detail),
    };
    const worker = engine.work(async (delivery) => {
      try {
        return await runCall(delivery, run, dependencies);
      } catch (error) {
        report(error, delivery.taskId);
        throw error;
      }
    });
    const stopSweeping = startSweeping(this.#settings);
    return {
      stop: () => {
        stopSweeping();
        gate.close();
        return worker.stop();
      },
    };
  }

  #emit(record: TaskRecord, detail: TaskEventDetail): void {
    const { observer } = this.#settings;
    const eventCall = observer && eventCallOf(record);
    if (eventCall !== undefined) callListener(observer?.observe, Object.assign(eventCall, detail));
  }

  /** The task is already stored. If enqueueing fails, a sweep enqueues it later (TASK-04). */
  async #enqueue(record: TaskRecord): Promise<void> {
    if (!isRunnable(record)) return;
    const { engine, report } = this.#settings;
    await tryOrReport(report, record.id, () => engine.enqueue(turnToDeliver(record)));
  }
}
