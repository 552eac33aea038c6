import {
  checkCount,
  checkNames,
  checkNumber,
  isSameJson,
  type NamesOf,
  type SealKeys,
  tell,
  wholeTimer,
} from '@toolwire/internal';
import { isToRun } from './claim.ts';
import type { JsonValue } from './json.ts';
import { createNeededPlaces, type NeededPlaces } from './needed-places.ts';
import type { Report } from './observe.ts';
import { runCall } from './run-call.ts';
import { safely } from './safely.ts';
import {
  type CredentialSeal,
  createCredentialSeal,
  type OwnCredentials,
  openWithoutKeys,
} from './sealed-credentials.ts';
import { createSharedObserver } from './shared-observer.ts';
import { sweep } from './sweep.ts';
import { createTaskAdmin, type TaskAdmin } from './task-admin.ts';
import type { TaskCall } from './task-call.ts';
import type { RunCall, TaskCallStart, TaskCallStarted, TaskCalls, TaskWorkOptions } from './task-calls.ts';
import type { TaskEngine, WorkerHandle } from './task-engine.ts';
import { factsOf, type TaskObserver, type WhatHappened } from './task-events.ts';
import { createTaskLedger, type TaskLedger } from './task-ledger.ts';
import { RecordReader } from './task-reader.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskStore } from './task-store.ts';
import { startTimer } from './timer.ts';
import { begin } from './transitions.ts';
import { turnToDeliver } from './turn-to-deliver.ts';

/** Where calls are kept, what says when they run, and for how long. */
export interface TaskCallsOptions {
  /** Says whether a call is run, and keeps what comes of it. */
  readonly store: TaskStore;
  /** Says when a call is run. */
  readonly engine: TaskEngine;
  /** How long a task is kept from its creation on if its owner has no wish; a day if left out. */
  readonly ttlMs?: number | undefined;
  /** How often owners are told to ask; every second if left out. */
  readonly pollIntervalMs?: number | undefined;
  /** How long a worker that says nothing is waited for before its task is another's; a minute if left out. */
  readonly leaseMs?: number | undefined;
  /** How often a call is begun whose workers are lost; 5 if left out. */
  readonly maxAttempts?: number | undefined;
  /**
   * How long a call waits for a worker that has its tool, such as while a new version is rolled out; a quarter of an hour if left out. Then the worker
   * that comes across it runs it all the same, and it ends as one of a tool that nobody knows: with 0 at once, with `Infinity` shortly before it is kept no
   * longer.
   */
  readonly toolWaitMs?: number | undefined;
  /** How many calls of one owner run at once, in all processes together; as many as workers take if left out. Calls of nobody in particular are not counted. */
  readonly maxRunningPerOwner?: number | undefined;
  /** How many calls of one tool run at once, of all its versions and in all processes together: a number for each tool, or for those that are named by their id. */
  readonly maxRunningPerTool?: number | Readonly<Record<string, number>> | undefined;
  /** How often what the engine has lost is looked for; every 30 seconds if left out. */
  readonly sweepMs?: number | undefined;
  /**
   * Keys that seal the tokens and secrets which calls bring along for themselves: the first one seals, each one opens, so a new key stands in front
   * of the older ones until the last of their calls is gone. Without any, such a call is refused.
   */
  readonly sealWith?: SealKeys | undefined;
  /** Hears of what calls throw, and of failures of the store that nobody waits for. */
  readonly report?: Report | undefined;
  /** Hears what happens to calls in this process: that they are kept, begun, lost, parked, ended. For metrics and log lines. */
  readonly observe?: TaskObserver | undefined;
  /** The W3C `traceparent` of the moment, such as that of an active span: the run of a call joins its trace, in whichever process. What the call came with if left out. */
  readonly traceparent?: (() => string | undefined) | undefined;
  /** Milliseconds since 1970; `Date.now` if left out. */
  readonly now?: (() => number) | undefined;
}

const optionNames: NamesOf<TaskCallsOptions> = {
  store: true,
  engine: true,
  ttlMs: true,
  pollIntervalMs: true,
  leaseMs: true,
  maxAttempts: true,
  toolWaitMs: true,
  maxRunningPerOwner: true,
  maxRunningPerTool: true,
  sweepMs: true,
  sealWith: true,
  report: true,
  observe: true,
  traceparent: true,
  now: true,
};

/** Makes tasks of calls by name, which any process runs that has the same tools, the same store and the same engine. */
export function createTaskCalls<Question = JsonValue, Answer = JsonValue>(
  options: TaskCallsOptions,
): TaskCalls<Question, Answer> {
  checkNames('createTaskCalls()', options, optionNames);
  // To the store they are JSON.
  return new CallRunner(options) as TaskCalls<Question, Answer>;
}

class CallRunner extends RecordReader implements TaskCalls {
  readonly admin: TaskAdmin;
  readonly seals: boolean;
  readonly #seal: CredentialSeal | undefined;
  readonly #observe: TaskObserver | undefined;
  readonly #traceparent: TaskCallsOptions['traceparent'];
  readonly #engine: TaskEngine;
  readonly #ledger: TaskLedger;
  readonly #ttlMs: number;
  readonly #pollIntervalMs: number;
  readonly #leaseMs: number;
  readonly #maxAttempts: number;
  readonly #toolWaitMs: number;
  readonly #places: NeededPlaces | undefined;
  readonly #sweepMs: number;
  readonly #report: Report;
  readonly #now: () => number;

  constructor({ store, engine, report, observe, traceparent, sealWith, now = Date.now, ...times }: TaskCallsOptions) {
    const heard = safely(report);
    const { ttlMs = 86_400_000, pollIntervalMs = 1_000, leaseMs = 60_000 } = times;
    const { maxAttempts = 5, sweepMs = 30_000, toolWaitMs = 900_000 } = times;
    checkNumber('ttlMs', ttlMs, wholeTimer);
    checkNumber('pollIntervalMs', pollIntervalMs, wholeTimer);
    checkNumber('leaseMs', leaseMs, wholeTimer);
    checkNumber('sweepMs', sweepMs, wholeTimer);
    checkCount('maxAttempts', maxAttempts, 1);
    checkNumber('toolWaitMs', toolWaitMs, { unit: 'milliseconds', from: 0, infinity: 'as long as a call is kept' });
    const ledger = createTaskLedger(store, now);
    super({
      ledger,
      observe: createSharedObserver(store, heard),
      pollIntervalMs,
      answered: (record) => this.#enqueue(record),
    });
    this.#engine = engine;
    this.#ledger = ledger;
    this.#ttlMs = ttlMs;
    this.#pollIntervalMs = pollIntervalMs;
    this.#leaseMs = leaseMs;
    this.#maxAttempts = maxAttempts;
    this.#toolWaitMs = toolWaitMs;
    this.#places = createNeededPlaces(times);
    this.#sweepMs = sweepMs;
    this.#report = heard;
    this.#now = now;
    this.#observe = observe;
    this.#seal = sealWith && createCredentialSeal(sealWith);
    this.seals = sealWith !== undefined;
    this.#traceparent = traceparent;
    this.admin = createTaskAdmin(ledger, now, (record) => this.#enqueue(record));
  }

  async ready(): Promise<void> {
    const { store } = this.#ledger;
    await Promise.all([store.ready?.(), this.#engine.ready()]);
  }

  async start({ owner, id, ttlMs = this.#ttlMs, call, brought, credentials }: TaskCallStart): Promise<TaskCallStarted> {
    const own = [...(brought?.secrets ?? []), ...(brought?.tokens ?? [])];
    const isSealed = this.#seal !== undefined && credentials !== undefined;
    if (own.length > 0 && !isSealed) {
      return { started: false, reason: 'credentials', message: refusalOf(call.toolId, own) };
    }
    const earlier = id === undefined ? undefined : await this.#ledger.read(id, owner);
    if (earlier !== undefined) return this.#startedBy(earlier, call, true);
    // MCP-TASK-03: 122 random bits.
    const kept = await this.#kept(call, owner ?? null, credentials);
    const record = Object.assign(begin(id ?? crypto.randomUUID(), owner ?? null, ttlMs, this.#now()), { call: kept });
    if (!(await this.#ledger.store.create(record))) return { started: false, reason: 'full' };
    // TASK-20: of those that begin it at once, one has kept it.
    const begun = id === undefined ? record : ((await this.#ledger.read(id, owner)) ?? record);
    this.#tell(begun, { kind: 'kept' });
    await this.#enqueue(begun);
    return this.#startedBy(begun, call, false);
  }

  async close(): Promise<void> {
    await Promise.all([this.#engine.close?.(), this.#ledger.store.close?.()]);
  }

  work(run: RunCall, { hasTool }: TaskWorkOptions = {}): WorkerHandle {
    const parts = {
      ledger: this.#ledger,
      leaseMs: this.#leaseMs,
      maxAttempts: this.#maxAttempts,
      toolWaitMs: this.#toolWaitMs,
      hasTool,
      places: this.#places,
      pollIntervalMs: this.#pollIntervalMs,
      report: this.#report,
      now: this.#now,
      open: (call: TaskCall, owner: string | null) => this.#seal?.open(call, owner) ?? openWithoutKeys(call),
      tell: (record: TaskRecord, what: WhatHappened) => this.#tell(record, what),
    };
    const stopSweeping = this.#keepSweeping();
    const worker = this.#engine.work(async (delivery) => {
      try {
        return await runCall(delivery, run, parts);
      } catch (error) {
        this.#report(error, delivery.taskId);
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
    const traceparent = this.#traceparent?.();
    const sealed = credentials && (await this.#seal?.seal(call, owner, credentials));
    return { ...call, ...(traceparent !== undefined && { traceparent }), ...(sealed !== undefined && { sealed }) };
  }

  async #sweepOnce(): Promise<void> {
    const { queued, lacking, oldestAt } = await sweep(this.#ledger.store, this.#engine);
    const oldestMs = queued === 0 ? 0 : Math.max(0, this.#now() - oldestAt);
    if (this.#observe !== undefined) tell(this.#observe, { kind: 'swept', queued, lacking, oldestMs });
  }

  #tell(record: TaskRecord, what: WhatHappened): void {
    const facts = this.#observe && factsOf(record);
    if (facts !== undefined) tell(this.#observe, Object.assign(facts, what));
  }

  #startedBy(record: TaskRecord, call: TaskCall, repeated: boolean): TaskCallStarted {
    return isSameCall(record.call, call)
      ? { started: true, task: this.view(record), repeated }
      : { started: false, reason: 'conflict' };
  }

  /** TASK-04: it is kept, and that is what was promised; what is not enqueued now, a sweep finds. */
  async #enqueue(record: TaskRecord): Promise<void> {
    if (!isToRun(record)) return;
    await this.#engine.enqueue(turnToDeliver(record)).catch((error: unknown) => {
      this.#report(error, record.id);
    });
  }

  #keepSweeping(): () => void {
    let stopped = false;
    let stopTimer = (): void => undefined;
    const sweepOnce = async (): Promise<void> => {
      await this.#sweepOnce().catch((error: unknown) => this.#report(error, 'unfinished'));
      if (!stopped) stopTimer = startTimer(this.#sweepMs, () => void sweepOnce());
    };
    void sweepOnce();
    return () => {
      stopped = true;
      stopTimer();
    };
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
