import { CallerNetwork } from './caller-network.ts';
import { makeCall } from './callers.ts';
import { checkHistory } from './check-history.ts';
import { Cluster } from './cluster.ts';
import { Database } from './database.ts';
import type { Defect } from './defects.ts';
import { faultsEndAt, scheduleFaults } from './faults.ts';
import { History } from './history.ts';
import { DatabaseNetwork } from './network.ts';
import { planCalls } from './planned-call.ts';
import { Random } from './random.ts';
import { replaceGlobals } from './replace-globals.ts';
import { Scheduler } from './scheduler.ts';
import { Trace } from './trace.ts';

/** A schedule to simulate. */
export interface SimulationOptions {
  readonly seed: number;
  readonly defect?: Defect | undefined;
  /** Whether to record a trace, which is slower. */
  readonly hasTrace?: boolean | undefined;
}

/** What a schedule led to. */
export interface Simulation {
  readonly violations: readonly string[];
  readonly trace: readonly string[];
  readonly steps: number;
  /** The virtual time, in milliseconds. */
  readonly elapsedMs: number;
}

/** How long calls have to end after the last fault, in milliseconds. */
const recoveryMs = 300_000;

/** Runs one schedule on virtual time. Replaces global clocks and timers until it ends, so one runs at a time. */
export async function simulate({ seed, defect, hasTrace = false }: SimulationOptions): Promise<Simulation> {
  const random = new Random(seed);
  const scheduler = new Scheduler(random);
  const restore = replaceGlobals(scheduler, random);
  try {
    return await runSchedule(scheduler, defect, hasTrace);
  } finally {
    restore();
  }
}

async function runSchedule(scheduler: Scheduler, defect: Defect | undefined, hasTrace: boolean): Promise<Simulation> {
  const { random } = scheduler;
  const trace = new Trace(() => scheduler.now, hasTrace);
  const history = new History();
  const database = new Database(scheduler);
  const network = new DatabaseNetwork(scheduler, database, qualityOf(random), trace, (lost) => history.lose(lost));
  const calls = planCalls(random);
  const settings = {
    leaseMs: random.between(3_000, 6_000),
    sweepMs: random.between(2_000, 6_000),
    storeTimeoutMs: 1_000,
    workers: 1,
    maxRunningPerOwner: random.pick([undefined, undefined, 1, 2]),
    maxConcurrent: random.pick([1, 2, Number.POSITIVE_INFINITY]),
    anyVersion: true,
  };
  const byName = new Map(calls.map((call) => [call.name, call]));
  const hasBroker = random.chance(0.5);
  const shared = { scheduler, network, history, trace, calls: byName, settings, defect, hasBroker };
  const cluster = new Cluster(shared, random.between(2, 3));
  const callers = new CallerNetwork(scheduler, cluster, history, network.quality.loss);
  const isExempt = (name: string): boolean =>
    name.split(',').some((one) => [...database.lostKeys].some((key) => isOf(key, one, history.taskIds.get(one))));
  scheduleFaults({ scheduler, cluster, database, history, trace, hasTwoPrimaries: defect === 'two primaries' });
  let unfinished = calls.length;
  for (const call of calls) {
    const start = (): void => {
      void makeCall(call, { network: callers, history, random, defect }).then(() => (unfinished -= 1));
    };
    scheduler.scheduleOutside(0, start);
  }
  await scheduler.run(faultsEndAt + recoveryMs, () => unfinished === 0);
  return {
    violations: checkHistory(history, calls, isExempt),
    trace: trace.lines,
    steps: scheduler.steps,
    elapsedMs: scheduler.now,
  };
}

function qualityOf(random: Random): DatabaseNetwork['quality'] {
  return {
    maxDelayMs: random.pick([2, 10, 50]),
    loss: random.pick([0, 0, 0.01, 0.05]),
    duplication: random.pick([0, 0, 0.05]),
    overtakes: random.chance(0.5),
  };
}

/** Whether a key of the database belongs to a call. Some operations have several keys. */
function isOf(key: string, name: string, taskId: string | undefined): boolean {
  return key.split(',').some((one) => one === name || one === taskId || one === keyedKeyOf(name));
}

/** The idempotency key of a call: its caller's ID with its length, then the call ID. */
function keyedKeyOf(name: string): string {
  const [owner = '', callId = ''] = name.split('/');
  return `-${owner.length}:${owner}${callId}`;
}
