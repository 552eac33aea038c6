import { callListener, isSameJson } from '@toolwire/internal';
import { isRunnable, turnToDeliver } from './claim.ts';
import { CrashSuspectGate } from './crash-suspect-gate.ts';
import { createInStore, storeFull } from './create-in-store.ts';
import { runCall } from './run-call.ts';
import { type OwnCredentials, openWithoutKeys, refusalOf } from './sealed-credentials.ts';
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
import { limitTtl, type TaskCall, type TaskRecord } from './task-record.ts';
import { isStoreFull } from './task-store.ts';
import { allowRestart, createRecord, restart } from './transitions.ts';

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
    this.admin = createTaskAdmin(ledger, (record) => this.#enqueue(record));
  }

  async ready(): Promise<void> {
    const { store, engine } = this.#settings;
    await Promise.all([store.ready?.(), engine.ready()]);
  }

  async start(request: TaskCallStart): Promise<TaskCallStarted> {
    const { owner, share, id, call, credentialIds = [], credentials } = request;
    const isSealed = this.canSeal && credentials !== undefined;
    if (credentialIds.length > 0 && !isSealed) {
      return { started: false, reason: 'credentials', message: refusalOf(call.toolId, credentialIds) };
    }
    const earlier = id === undefined ? undefined : await this.#ledger.read(id, owner);
    if (earlier !== undefined && earlier.startsAgain !== true) return this.#startedBy(earlier, request, true);
    if (request.onlyIfRepeated === true) return { started: false, reason: 'new' };
    // A generated ID has 122 random bits (MCP-TASK-03).
    const storedCall = await this.#storedCall(call, owner ?? null, credentials);
    if (earlier !== undefined) return this.#startAgain(earlier, storedCall, request);
    const ttlMs = limitTtl(request.ttlMs, this.#settings);
    const record: TaskRecord = {
      ...createRecord(id ?? crypto.randomUUID(), owner ?? null, ttlMs, Date.now(), share),
      call: storedCall,
      ...(id !== undefined && { startToken: crypto.randomUUID() }),
    };
    const full = await this.#create(record, id === undefined);
    if (full !== undefined) return full;
    // Of concurrent starts with the same ID, one created the record (TASK-20).
    const stored = id === undefined ? record : ((await this.#ledger.read(id, owner)) ?? record);
    if (stored.startToken !== record.startToken) return this.#startedBy(stored, request, true);
    this.#emit(stored, { kind: 'stored' });
    await this.#enqueue(stored);
    return this.#startedBy(stored, request, false);
  }

  /** Of concurrent restarts, one runs the call. The others wait for its result. */
  async #startAgain(earlier: TaskRecord, call: TaskCall, request: TaskCallStart): Promise<TaskCallStarted> {
    let record: TaskRecord | undefined;
    try {
      record = await this.#ledger.update(earlier.id, restart(call), earlier);
    } catch (error) {
      if (isStoreFull(error)) {
        return storeFull(earlier, this.#ledger.store, this.#settings.report, error);
      }
      throw error;
    }
    // The record expired in between.
    if (record === undefined) return this.start(request);
    const isOwnRestart = record.call === call;
    if (isOwnRestart) {
      this.#emit(record, { kind: 'stored' });
      await this.#enqueue(record);
    }
    return this.#startedBy(record, request, !isOwnRestart);
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

  /** The call as it is stored: with the current trace and its encrypted credentials. */
  async #storedCall(call: TaskCall, owner: string | null, credentials: OwnCredentials | undefined): Promise<TaskCall> {
    const { seal } = this.#settings;
    const traceparent = this.#settings.traceparent?.();
    const sealed = credentials && (await seal?.seal(call, owner, credentials));
    return { ...call, ...(traceparent !== undefined && { traceparent }), ...(sealed !== undefined && { sealed }) };
  }

  #emit(record: TaskRecord, detail: TaskEventDetail): void {
    const { observe } = this.#settings;
    const eventCall = observe && eventCallOf(record);
    if (eventCall !== undefined) callListener(observe, Object.assign(eventCall, detail));
  }

  /** Stores a record. If the store fails it may have the record anyway, so a record whose ID no caller knows is removed again. */
  async #create(record: TaskRecord, isUnknown: boolean): ReturnType<typeof createInStore> {
    try {
      return await createInStore(record, this.#ledger.store, this.#settings.report);
    } catch (error) {
      if (isUnknown) void this.#removeUnknown(record.id);
      throw error;
    }
  }

  async #removeUnknown(id: string): Promise<void> {
    try {
      await this.#ledger.store.remove(id);
    } catch (error) {
      this.#settings.report(error, id);
    }
  }

  #startedBy(record: TaskRecord, request: TaskCallStart, repeated: boolean): TaskCallStarted {
    return isSameCall(record.call, request)
      ? { started: true, task: this.view(record), repeated }
      : { started: false, reason: 'conflict' };
  }

  /** The task is already stored. If enqueueing fails, a sweep enqueues it later (TASK-04). */
  async #enqueue(record: TaskRecord): Promise<void> {
    if (!isRunnable(record)) return;
    const { engine, report } = this.#settings;
    await engine.enqueue(turnToDeliver(record)).catch((error: unknown) => {
      report(error, record.id);
    });
  }
}

/** Without a requested version, a deploy between two attempts may change it, so the stored version counts. */
function isSameCall(stored: TaskCall | undefined, { call, anyVersion }: TaskCallStart): boolean {
  const { toolId, toolVersion, input } = call;
  const isSameTool = stored?.toolId === toolId && (anyVersion === true || stored.toolVersion === toolVersion);
  return isSameTool && isSameJson(stored.input, input);
}
