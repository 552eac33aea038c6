import { callListener } from '@toolwire/internal';
import { isRunnable } from './claim.ts';
import { CrashSuspectGate } from './crash-suspect-gate.ts';
import { reportFailure } from './report.ts';
import { runCall } from './run-call.ts';
import { openWithoutKeys } from './sealed-credentials.ts';
import { createSharedObserver } from './shared-observer.ts';
import { startSweeping } from './sweep.ts';
import type { JsonValue } from './task.ts';
import { createTaskAdmin, type TaskAdmin } from './task-admin.ts';
import type { RunCall, TaskCallStart, TaskCallStarted, TaskCalls, TaskWorkOptions } from './task-calls.ts';
import { type TaskCallsOptions, type TaskCallsSettings, taskCallsSettings } from './task-calls-options.ts';
import type { WorkerHandle } from './task-engine.ts';
import { eventCallOf, type TaskEventDetail } from './task-events.ts';
import { createTaskLedger, type TaskLedger } from './task-ledger.ts';
import { RecordReader } from './task-reader.ts';
import type { TaskCall, TaskRecord } from './task-record.ts';
import { TaskStarter } from './task-starter.ts';
import { turnToDeliver } from './task-turn.ts';
import { allowRestart } from './transitions.ts';

/** Creates a runner of durable calls. Any process with the same tools, store and engine can run them. */
export function createTaskCalls<Question = JsonValue, Answer = JsonValue>(
  options: TaskCallsOptions,
): TaskCalls<Question, Answer> {
  // The store treats questions and answers as JSON.
  return new CallRunner(taskCallsSettings(options)) as TaskCalls<Question, Answer>;
}

class CallRunner extends RecordReader implements TaskCalls {
  readonly admin: TaskAdmin;
  readonly canSeal: boolean;
  readonly #settings: TaskCallsSettings;
  readonly #ledger: TaskLedger;
  readonly #starter: TaskStarter;

  constructor(settings: TaskCallsSettings) {
    const { store, seal, report, pollIntervalMs } = settings;
    const ledger = createTaskLedger(store);
    super({
      ledger,
      observe: createSharedObserver(store, report),
      pollIntervalMs,
      onAnswer: (record) => this.#enqueue(record),
    });
    this.#settings = settings;
    this.#ledger = ledger;
    // Otherwise a worker that can't reach its queue would stop running calls without a line in the log.
    for (const part of [store, settings.engine]) part.reportTo?.((error) => report(error));
    this.canSeal = seal !== undefined;
    this.#starter = new TaskStarter({
      settings,
      ledger,
      onStored: (record) => {
        this.#emit(record, { kind: 'stored' });
        return this.#enqueue(record);
      },
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
    const record = await this.#ledger.read(id, owner);
    if (record !== undefined) await this.#ledger.update(id, allowRestart(version), record);
  }

  async close(): Promise<void> {
    await this.#settings.engine.close?.();
  }

  work(run: RunCall, { hasTool }: TaskWorkOptions = {}): WorkerHandle {
    const { engine, seal, report } = this.#settings;
    const gate = new CrashSuspectGate();
    const dependencies = {
      ...this.#settings,
      gate,
      ledger: this.#ledger,
      hasTool,
      open: (call: TaskCall, owner: string | null) => seal?.open(call, owner) ?? openWithoutKeys(call),
      emit: (record: TaskRecord, detail: TaskEventDetail) => this.#emit(record, detail),
    };
    const stopSweeping = startSweeping(this.#settings);
    const worker = engine.work(async (delivery) => {
      try {
        return await runCall(delivery, run, dependencies);
      } catch (error) {
        report(error, delivery.taskId);
        throw error;
      }
    });
    return {
      stop: () => {
        stopSweeping();
        gate.close();
        return worker.stop();
      },
    };
  }

  #emit(record: TaskRecord, detail: TaskEventDetail): void {
    const { observe } = this.#settings;
    const eventCall = observe && eventCallOf(record);
    if (eventCall !== undefined) callListener(observe, Object.assign(eventCall, detail));
  }

  /** The task is already stored. If enqueueing fails, a sweep enqueues it later (TASK-04). */
  async #enqueue(record: TaskRecord): Promise<void> {
    if (!isRunnable(record)) return;
    const { engine, report } = this.#settings;
    await reportFailure(report, record.id, () => engine.enqueue(turnToDeliver(record)));
  }
}
