import { isSameJson } from '@toolwire/internal';
import { tryOrReport } from '../access/report.ts';
import { type StoreFull, storeFull, type TaskLedger } from '../access/task-ledger.ts';
import { limitTtl, viewOf } from '../record/task.ts';
import type { TaskCall, TaskRecord } from '../record/task-record.ts';
import { createRecord, restartRecord } from '../record/transitions.ts';
import { isStoreFull } from '../store/store-full-error.ts';
import { refusalOf } from './sealed-credentials.ts';
import type { TaskCallStart, TaskCallStarted } from './task-calls.ts';
import type { TaskCallsSettings } from './task-calls-options.ts';

/**
 * Starts calls. Of concurrent starts with the same ID, one stores its call, with its token in the record (TASK-20). The other ones find
 * another token, and return the task of the first.
 */
export class TaskStarter {
  readonly #settings: TaskCallsSettings;
  readonly #ledger: TaskLedger;
  /** Announces and enqueues a call that was just stored. */
  readonly #onStored: (record: TaskRecord) => Promise<void>;

  constructor(settings: TaskCallsSettings, ledger: TaskLedger, onStored: (record: TaskRecord) => Promise<void>) {
    this.#settings = settings;
    this.#ledger = ledger;
    this.#onStored = onStored;
  }

  async start(request: TaskCallStart): Promise<TaskCallStarted> {
    const { owner, id, call, credentialIds = [], credentials } = request;
    const isSealed = this.#settings.seal !== undefined && credentials !== undefined;
    if (credentialIds.length > 0 && !isSealed) {
      return { started: false, reason: 'credentials', message: refusalOf(call.toolId, credentialIds) };
    }
    const earlier = id === undefined ? undefined : await this.#ledger.readOwned(id, owner);
    if (earlier !== undefined && earlier.startsAgain !== true) return this.#repeated(earlier, request);
    if (request.onlyIfRepeated === true) return { started: false, reason: 'new' };
    const storedCall = await this.#storedCall(request);
    const restarted = earlier && (await this.#restart(earlier, storedCall, request));
    return restarted ?? this.#startNew(storedCall, request);
  }

  /** Starts the next turn of a task that may start again; `undefined` if it has expired in the meantime. */
  async #restart(earlier: TaskRecord, call: TaskCall, request: TaskCallStart): Promise<TaskCallStarted | undefined> {
    const startToken = crypto.randomUUID();
    try {
      const record = await this.#ledger.update(earlier.id, restartRecord(call, startToken), earlier);
      return record && (await this.#finish(record, startToken, request));
    } catch (error) {
      if (isStoreFull(error)) return storeFull(earlier, this.#ledger.store, this.#settings.report, error);
      throw error;
    }
  }

  async #startNew(call: TaskCall, request: TaskCallStart): Promise<TaskCallStarted> {
    const { owner = null, share, id } = request;
    const ttlMs = limitTtl(request.ttlMs, this.#settings.ttlMs);
    // A generated ID has 122 random bits (MCP-TASK-03), so no other start has it, and its start needs no token.
    if (id === undefined) {
      const record = { ...createRecord(crypto.randomUUID(), owner, ttlMs, Date.now(), share), call };
      return (await this.#createUnknown(record)) ?? this.#finish(record, undefined, request);
    }
    const startToken = crypto.randomUUID();
    const record = { ...createRecord(id, owner, ttlMs, Date.now(), share), call, startToken };
    const full = await this.#ledger.create(record);
    if (full !== undefined) return full;
    return this.#finish((await this.#ledger.store.read(id)) ?? record, startToken, request);
  }

  /** Stores a call whose ID no caller knows. If the store fails, it may have the record anyway, so it is removed again. */
  async #createUnknown(record: TaskRecord): Promise<StoreFull | undefined> {
    try {
      return await this.#ledger.create(record);
    } catch (error) {
      void tryOrReport(this.#settings.report, record.id, () => this.#ledger.store.remove(record.id));
      throw error;
    }
  }

  async #finish(stored: TaskRecord, startToken: string | undefined, request: TaskCallStart): Promise<TaskCallStarted> {
    if (stored.startToken !== startToken) return this.#repeated(stored, request);
    await this.#onStored(stored);
    return { started: true, task: viewOf(stored), repeated: false };
  }

  #repeated(stored: TaskRecord, request: TaskCallStart): TaskCallStarted {
    return isSameCall(stored, request)
      ? { started: true, task: viewOf(stored), repeated: true }
      : { started: false, reason: 'conflict' };
  }

  /** The call as it is stored: with the current trace and its encrypted credentials. */
  async #storedCall({ call, owner, credentials }: TaskCallStart): Promise<TaskCall> {
    const { seal } = this.#settings;
    const traceparent = this.#settings.observer?.traceparent?.();
    const sealed = credentials && (await seal?.seal(call, owner ?? null, credentials));
    return { ...call, ...(traceparent !== undefined && { traceparent }), ...(sealed !== undefined && { sealed }) };
  }
}

/** Without a requested version, a deploy between two attempts may change it, so the stored version counts. */
function isSameCall(stored: TaskRecord, { owner, call, anyVersion }: TaskCallStart): boolean {
  const { toolId, toolVersion, input } = call;
  const isSameTool = stored.call?.toolId === toolId && (anyVersion === true || stored.call.toolVersion === toolVersion);
  return stored.owner === (owner ?? null) && isSameTool && isSameJson(stored.call.input, input);
}
