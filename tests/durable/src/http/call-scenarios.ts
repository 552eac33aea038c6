import { setTimeout as wait } from 'node:timers/promises';
import { createFakeClock } from '@toolwire/programs/fake-clock';
import fc from 'fast-check';
import type { BackendKind, StoreKind } from '../backends.ts';
import type { Fault, PlannedFault } from '../faults.ts';
import { planFaults } from '../faults.ts';
import type { PlannedCall } from './caller.ts';
import type { StoreFault } from './faulty-store.ts';
import { type CallHarness, type CallOptions, callers } from './run-calls.ts';
import { shopTools } from './shop-tools.ts';

/** A scenario, and the backends that support it. */
export interface CallScenario {
  readonly title: string;
  readonly kinds: readonly BackendKind[];
  /** The share of calls that may end as lost. */
  readonly lostShare?: number;
  readonly run: (harness: CallHarness, settings: ScenarioSettings) => Promise<void>;
}

interface ScenarioSettings {
  readonly kind: StoreKind;
  readonly seed: number;
}

type ToolName = keyof typeof shopTools;

const allKinds: readonly BackendKind[] = ['sqlite', 'bullmq-redis', 'bullmq-postgres'];
const databases: readonly BackendKind[] = ['bullmq-redis', 'bullmq-postgres'];

/** All scenarios. */
export const callScenarios: readonly CallScenario[] = [
  { title: 'the store is silent for 6 s', kinds: allKinds, lostShare: 0.1, run: underFault('silent', 6_000) },
  {
    title: 'the store drops its connections for 5 s',
    kinds: databases,
    lostShare: 0.1,
    run: underFault('dropped', 5_000),
  },
  { title: 'the store is read-only for 3 s', kinds: databases, lostShare: 0.1, run: underFault('read-only', 3_000) },
  { title: 'version 2.0.0 of the tools is deployed', kinds: allKinds, run: deploy },
  { title: 'tools fail twice with can_retry', kinds: allKinds, run: retry },
  { title: 'callers cancel', kinds: allKinds, run: cancelCalls(40) },
  { title: 'callers cancel while the store is slow', kinds: allKinds, run: cancelCalls(40, 'slow') },
  { title: 'a tool kills its worker', kinds: allKinds, run: poison },
];

function underFault(fault: StoreFault, forMs: number): CallScenario['run'] {
  return async (harness, { kind, seed }) => {
    harness.route([await harness.startServer({ role: 'both' }), await harness.startServer({ role: 'both' })]);
    let isOver = false;
    const calling = callUntil(harness, seed, onceTools(kind), () => isOver);
    await untilExchanges(harness, 20);
    await harness.store.begin(fault);
    await wait(forMs);
    await harness.store.end(fault);
    await untilExchanges(harness, harness.exchanges.length + 20);
    isOver = true;
    await calling;
  };
}

/** Replaces all servers by servers with another version of the tools. */
export async function deploy(harness: CallHarness, { kind, seed }: ScenarioSettings): Promise<void> {
  const start = (versions: readonly string[]): ReturnType<CallHarness['startServer']> =>
    harness.startServer({ role: 'both', versions, workMs: 1_000 });
  const before = [await start(['1.0.0']), await start(['1.0.0'])];
  harness.route(before);
  let isOver = false;
  const calling = callUntil(harness, seed, onceTools(kind), () => isOver);
  await untilExchanges(harness, 20);
  const after = [await start(['1.0.0', '2.0.0']), await start(['1.0.0', '2.0.0'])];
  harness.route(after);
  for (const one of before) one.signal('SIGTERM');
  await Promise.all(before.map((one) => one.ended()));
  await untilExchanges(harness, harness.exchanges.length + 20);
  isOver = true;
  await calling;
}

/** Lets faults occur one after the other while callers send calls. */
export function underFaults(faults: readonly Fault[]): CallScenario['run'] {
  return async (harness, { kind, seed }) => {
    const clock = faults.includes('advance clock of worker') ? createFakeClock() : undefined;
    const startServer = (variables?: Readonly<Record<string, string>>): ReturnType<CallHarness['startServer']> =>
      harness.startServer({ role: 'both', leaseMs: 3_000 }, variables);
    const servers = [await startServer(clock?.variables), await startServer()];
    harness.route(servers);
    const inject = async ({ fault, worker: index }: PlannedFault): Promise<void> => {
      const server = servers[index];
      switch (fault) {
        case 'kill worker':
        case 'kill web':
          await server?.kill();
          servers[index] = await startServer();
          return harness.route(servers);
        case 'pause worker for long':
        case 'pause web':
          server?.signal('SIGSTOP');
          // Five leases, and shorter than the timeout of callers.
          await wait(15_000);
          return server?.signal('SIGCONT');
        case 'advance clock of worker':
          return clock?.set(3_600_000);
        case 'set back clock of web':
          return clock?.set(-3_600_000);
        case 'pause worker':
        case 'pause worker for 30 s':
        case 'pause web for 30 s':
          throw new RangeError(`A scenario over HTTP does not support the fault '${fault}'.`);
        case 'kill database':
        case 'pause database':
        case 'pause database for 30 s':
        case 'stall network':
        case 'fail over':
        case 'promote replica':
        case 'isolate primary':
        case 'reshard':
        case 'fill disk':
        case 'fill memory':
          return harness.store.inject(fault);
      }
    };
    let isOver = false;
    const calling = callUntil(harness, seed, onceTools(kind), () => isOver);
    for (const one of planFaults(faults, seed)) {
      await untilExchanges(harness, harness.exchanges.length + 20);
      await inject(one);
    }
    await untilExchanges(harness, harness.exchanges.length + 20);
    isOver = true;
    await calling;
    clock?.remove();
  };
}

async function retry(harness: CallHarness, { kind, seed }: ScenarioSettings): Promise<void> {
  harness.route([await harness.startServer({ role: 'both' }), await harness.startServer({ role: 'both' })]);
  await callAll(harness, scheduleCalls(seed, 20, kind === 'sqlite' ? ['mail'] : ['mail', 'post']));
}

function cancelCalls(count: number, fault?: StoreFault): CallScenario['run'] {
  return async (harness, { kind, seed }) => {
    harness.route([await harness.startServer({ role: 'both' }), await harness.startServer({ role: 'both' })]);
    if (fault !== undefined) await harness.store.begin(fault);
    const plan = scheduleCalls(seed, count, onceTools(kind));
    await callAll(harness, plan, ({ cancelAfterMs }) => ({ cancelAfterMs }));
    if (fault !== undefined) await harness.store.end(fault);
  };
}

async function poison(harness: CallHarness, { seed }: ScenarioSettings): Promise<void> {
  // With a short lease, crashed workers are noticed soon.
  const leaseMs = 2_000;
  harness.route([await harness.startServer({ role: 'web', leaseMs })]);
  let isOver = false;
  const supervise = async (): Promise<void> => {
    while (!isOver) await (await harness.startServer({ role: 'worker', leaseMs, workMs: 300 })).ended();
  };
  const poisoned = harness.call(planCall('ada', 'poison', 'poison', 'failure'));
  const otherCalls = callAll(harness, scheduleCalls(seed, 20, ['report']), undefined, ['ada']);
  // A worker that can't start fails the history.
  await Promise.race([supervise(), Promise.all([poisoned, otherCalls])]).finally(() => {
    isOver = true;
  });
}

/** Returns tools that run once. Synchronous calls need a shared idempotency store, which SQLite does not have. Durable calls need a task store, which a cluster does not have. */
function onceTools(kind: StoreKind): readonly ToolName[] {
  if (kind === 'sqlite') return ['order', 'report'];
  return kind === 'redis-cluster' ? ['charge'] : ['order', 'report', 'charge'];
}

interface ScheduledCall {
  readonly callId: string;
  readonly tool: ToolName;
  readonly stopsAtRefusal: boolean;
  readonly pauseMs: number;
  readonly afterMs: number;
  readonly cancelAfterMs: number;
}

function scheduleCalls(seed: number, count: number, tools: readonly ToolName[]): ScheduledCall[] {
  const one = fc.record({
    tool: fc.constantFrom(...tools),
    stopsAtRefusal: fc.boolean(),
    pauseMs: fc.integer({ min: 60, max: 160 }),
    afterMs: fc.integer({ min: 0, max: 2_000 }),
    cancelAfterMs: fc.integer({ min: 0, max: 60 }),
  });
  return fc.sample(one, { seed, numRuns: count }).map((call, index) => ({ ...call, callId: `call-${index}` }));
}

function planCall(caller: string, callId: string, tool: ToolName, expects: PlannedCall['expects']): PlannedCall {
  return { caller, callId, token: `${caller}:${callId}`, ...shopTools[tool], expects };
}

/** The maximum number of concurrent calls. More would only measure the load that a busy machine can handle. */
const maxPending = 24;

/** Sends each call once per caller with the same ID, until the scenario is over. */
async function callUntil(
  harness: CallHarness,
  seed: number,
  tools: readonly ToolName[],
  isOver: () => boolean,
): Promise<void> {
  const pending = new Set<Promise<void>>();
  for (const { callId, tool, stopsAtRefusal, pauseMs } of scheduleCalls(seed, 2_000, tools)) {
    if (isOver()) break;
    for (const caller of callers) {
      const call = harness.call(planCall(caller, callId, tool, 'value'), { stopsAtRefusal });
      const forget = (): boolean => pending.delete(call);
      pending.add(call);
      call.then(forget, forget);
    }
    await wait(pauseMs);
    while (pending.size >= maxPending && !isOver()) await wait(pauseMs);
  }
  await Promise.all(pending);
}

async function callAll(
  harness: CallHarness,
  plan: readonly ScheduledCall[],
  optionsOf: (scheduled: ScheduledCall) => CallOptions = () => ({}),
  by: readonly string[] = callers,
): Promise<void> {
  const expects = plan.some((scheduled) => optionsOf(scheduled).cancelAfterMs !== undefined) ? 'either' : 'value';
  const send = async (scheduled: ScheduledCall): Promise<void> => {
    await wait(scheduled.afterMs);
    const { callId, tool } = scheduled;
    await Promise.all(by.map((caller) => harness.call(planCall(caller, callId, tool, expects), optionsOf(scheduled))));
  };
  await Promise.all(plan.map(send));
}

async function untilExchanges({ exchanges }: CallHarness, count: number): Promise<void> {
  while (exchanges.length < count) await wait(50);
}
