import { isSameJson, tell } from '@toolwire/internal';
import { isToRun } from './claim.ts';
import type { JsonValue } from './json.ts';
import { keepSweeping } from './keep-sweeping.ts';
import { runCall } from './run-call.ts';
import { type OwnCredentials, openWithoutKeys } from './sealed-credentials.ts';
import { createSharedObserver } from './shared-observer.ts';
import { createTaskAdmin, type TaskAdmin } from './task-admin.ts';
import type { TaskCall } from './task-call.ts';
import type { RunCall, TaskCallStart, TaskCallStarted, TaskCalls, TaskWorkOptions } from './task-calls.ts';
import { type TaskCallsOptions, type TaskCallsSettings, taskCallsSettings } from './task-calls-options.ts';
import type { WorkerHandle } from './task-engine.ts';
import { factsOf, type WhatHappened } from './task-events.ts';
import { createTaskLedger, type TaskLedger } from './task-ledger.ts';
import { RecordReader } from './task-reader.ts';
import type { TaskRecord } from './task-record.ts';
import { begin } from './transitions.ts';
import { turnToDeliver } from './turn-to-deliver.ts';

/** Makes tasks of calls by name, which any process runs that has the same tools, the same store and the same engine. */
export function createTaskCalls<Question = JsonValue, Answer = JsonValue>(
  options: TaskCallsOptions,
): TaskCalls<Question, Answer> {
  // To the store they are JSON.
  return new CallRunner(taskCallsSettings(options)) as TaskCalls<Question, Answer>;
}

class CallRunner extends RecordReader implements TaskCalls {
  readonly admin: TaskAdmin;
  readonly seals: boolean;
  readonly #settings: TaskCallsSettings;
  readonly #ledger: TaskLedger;

  constructor(settings: TaskCallsSettings) {
    const { store, seal, report, pollIntervalMs, now } = settings;
    const ledger = createTaskLedger(store, now);
    super({
      ledger,
      observe: createSharedObserver(store, report),
      pollIntervalMs,
      answered: (record) => this.#enqueue(record),
    });
    this.#settings = settings;
    this.#ledger = ledger;
    this.seals = seal !== undefined;
    this.admin = createTaskAdmin(ledger, now, (record) => this.#enqueue(record));
  }

  async ready(): Promise<void> {
    const { store, engine } = this.#settings;
    await Promise.all([store.ready?.(), engine.ready()]);
  }

  async start(wanted: TaskCallStart): Promise<TaskCallStarted> {
    const { owner, id, ttlMs = this.#settings.ttlMs, call, brought, credentials } = wanted;
    const own = [...(brought?.secrets ?? []), ...(brought?.tokens ?? [])];
    const isSealed = this.seals && credentials !== undefined;
    if (own.length > 0 && !isSealed) {
      return { started: false, reason: 'credentials', message: refusalOf(call.toolId, own) };
    }
    const earlier = id === undefined ? undefined : await this.#ledger.read(id, owner);
    if (earlier !== undefined) return this.#startedBy(earlier, call, true);
    // MCP-TASK-03: 122 random bits.
    const kept = await this.#kept(call, owner ?? null, credentials);
    const begunAt = this.#settings.now();
    const record = Object.assign(begin(id ?? crypto.randomUUID(), owner ?? null, ttlMs, begunAt), { call: kept });
    if (!(await this.#ledger.store.create(record))) return { started: false, reason: 'full' };
    // TASK-20: of those that begin it at once, one has kept it.
    const begun = id === undefined ? record : ((await this.#ledger.read(id, owner)) ?? record);
    this.#tell(begun, { kind: 'kept' });
    await this.#enqueue(begun);
    return this.#startedBy(begun, call, false);
  }

  async close(): Promise<void> {
    const { store, engine } = this.#settings;
    await Promise.all([engine.close?.(), store.close?.()]);
  }

  work(run: RunCall, { hasTool }: TaskWorkOptions = {}): WorkerHandle {
    const { engine, seal, report } = this.#settings;
    const parts = {
      ...this.#settings,
      ledger: this.#ledger,
      hasTool,
      open: (call: TaskCall, owner: string | null) => seal?.open(call, owner) ?? openWithoutKeys(call),
      tell: (record: TaskRecord, what: WhatHappened) => this.#tell(record, what),
    };
    const stopSweeping = keepSweeping(this.#settings);
    const worker = engine.work(async (delivery) => {
      try {
        return await runCall(delivery, run, parts);
      } catch (error) {
        report(error, delivery.taskId);
        throw error;
      }
    });
    return {
      stop: () => {
        stopSweeping();
        return worker.stop();
      },
    };
  }

  /** The call as it is kept: with the trace of the moment, and with what it brought along behind a seal. */
  async #kept(call: TaskCall, owner: string | null, credentials: OwnCredentials | undefined): Promise<TaskCall> {
    const { seal } = this.#settings;
    const traceparent = this.#settings.traceparent?.();
    const sealed = credentials && (await seal?.seal(call, owner, credentials));
    return { ...call, ...(traceparent !== undefined && { traceparent }), ...(sealed !== undefined && { sealed }) };
  }

  #tell(record: TaskRecord, what: WhatHappened): void {
    const { observe } = this.#settings;
    const facts = observe && factsOf(record);
    if (facts !== undefined) tell(observe, Object.assign(facts, what));
  }

  #startedBy(record: TaskRecord, call: TaskCall, repeated: boolean): TaskCallStarted {
    return isSameCall(record.call, call)
      ? { started: true, task: this.view(record), repeated }
      : { started: false, reason: 'conflict' };
  }

  /** TASK-04: it is kept, and that is what was promised; what is not enqueued now, a sweep finds. */
  async #enqueue(record: TaskRecord): Promise<void> {
    if (!isToRun(record)) return;
    const { engine, report } = this.#settings;
    await engine.enqueue(turnToDeliver(record)).catch((error: unknown) => {
      report(error, record.id);
    });
  }
}

function isSameCall(kept: TaskCall | undefined, { toolId, toolVersion, input }: TaskCall): boolean {
  return kept?.toolId === toolId && kept.toolVersion === toolVersion && isSameJson(kept.input, input);
}

/** TASK-01: ids, which are no secrets, and nothing of what they stand for. */
function refusalOf(toolId: string, ids: readonly string[]): string {
  const named = ids.slice(0, 5).map((id) => `'${id.slice(0, 100)}'`);
  return (
    `The call to '${toolId.slice(0, 100)}' brought its own ${named.join(', ')}, which cannot be kept with a task. ` +
    'Call it without a task, or let the server get what the tool requires from its own sources.'
  );
}
