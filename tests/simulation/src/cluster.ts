import { createMemoryTaskEngine } from '@toolwire/tasks';
import { Broker } from './broker.ts';
import { type Defect, withDefect } from './defects.ts';
import type { History } from './history.ts';
import { LeaseLog } from './lease-log.ts';
import type { DatabaseNetwork } from './network.ts';
import type { PlannedCall } from './planned-call.ts';
import { createRemoteAnswers } from './remote-answers.ts';
import { createRemoteTaskStore } from './remote-task-store.ts';
import type { Scheduler } from './scheduler.ts';
import { Server, type ServerSettings } from './server.ts';
import { SimulatedProcess } from './simulated-process.ts';
import type { Trace } from './trace.ts';

/** What the processes of a simulation share. */
export interface ClusterParts {
  readonly scheduler: Scheduler;
  readonly network: DatabaseNetwork;
  readonly history: History;
  readonly trace: Trace;
  readonly calls: ReadonlyMap<string, PlannedCall>;
  readonly settings: ServerSettings;
  readonly defect: Defect | undefined;
  /** Whether the processes share one queue. Otherwise each has its own in memory. */
  readonly hasBroker: boolean;
}

/** A process, its server, and the requests that end if it crashes. */
export interface Member {
  readonly process: SimulatedProcess;
  readonly server: Server;
  readonly pending: Set<() => void>;
}

/** The processes that serve calls. Each has a place, and is started again there after a crash. */
export class Cluster {
  readonly members: Member[] = [];
  readonly #parts: ClusterParts;
  readonly #leases: LeaseLog;
  readonly #broker: Broker;
  #started = 0;

  constructor(parts: ClusterParts, size: number) {
    const { scheduler, history } = parts;
    this.#parts = parts;
    this.#leases = new LeaseLog(
      () => scheduler.now,
      (taskIds, text) => history.notice(taskIds, text),
      parts.settings.maxRunningPerOwner ?? Number.POSITIVE_INFINITY,
    );
    this.#broker = new Broker(scheduler);
    for (let place = 0; place < size; place += 1) this.start(place, '1.0.0');
  }

  start(place: number, toolVersion: string): void {
    const { scheduler, network, history, trace, calls, settings, defect, hasBroker } = this.#parts;
    const { random } = scheduler;
    this.#started += 1;
    const process = new SimulatedProcess(`process-${this.#started}`, random.between(-30_000, 30_000), toolVersion);
    let tokens = 0;
    const newToken = (): string => `${process.name}.${(tokens += 1)}`;
    const report = (error: unknown): void => {
      trace.add(process.name, `reported: ${String(error)}`);
      const isBug = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
      if (isBug) history.notice('', `unexpected: ${error.stack}`);
    };
    const start = (): void => {
      const remote = createRemoteTaskStore({ process, network, leases: this.#leases, newToken, report });
      const answers = createRemoteAnswers(process, network, (text) => {
        const { value } = JSON.parse(text) as { readonly value?: unknown };
        if (typeof value === 'string') history.storedResults.add(value);
      });
      const server = new Server({
        ...withDefect({ store: remote, answers, settings }, defect, process),
        engine: hasBroker ? this.#broker.engineOf(process) : createMemoryTaskEngine(),
        process,
        history,
        random,
        trace,
        // A task that a defect stored twice has a longer ID.
        plannedCall: (taskId) => found(calls.get(taskId.replace('~2', ''))),
        crash: () => this.crash(place, random.between(100, 1_000)),
        report,
        maxConcurrent: settings.maxConcurrent,
      });
      trace.add(process.name, `starts with tools ${toolVersion}, clock ${process.skewMs} ms`);
      this.members[place] = { process, server, pending: new Set() };
    };
    scheduler.runAs(process, start);
  }

  /** Kills a process, and starts it again later. */
  crash(place: number, downMs: number, toolVersion?: string): void {
    const { scheduler, history, trace } = this.#parts;
    const member = this.members[place];
    if (member === undefined || member.process.isCrashed) return;
    const { process, pending } = member;
    process.isCrashed = true;
    history.hasCrash = true;
    trace.add(process.name, 'crashes');
    for (const end of pending) end();
    scheduler.scheduleOutside(downMs, () => this.start(place, toolVersion ?? process.toolVersion));
  }
}

function found(call: PlannedCall | undefined): PlannedCall {
  if (call === undefined) throw new Error('A tool runs a call that no caller made.');
  return call;
}
