import { noFakeClock } from '@toolwire/programs/fake-clock';
import type { StoreKind } from './backends.ts';
import { checkHistory } from './check-history.ts';
import { describeTimes } from './explain-history.ts';
import { type Fault, kills, longPauses } from './faults.ts';
import { groupBy, type RecordedEvent } from './history-event.ts';
import { deploy, underFaults } from './http/call-scenarios.ts';
import { checkCalls } from './http/check-calls.ts';
import { runCalls } from './http/run-calls.ts';
import { missingPrograms } from './missing-programs.ts';
import { runHistory } from './run-history.ts';
import { noSmallDisk } from './small-disk.ts';

/** The rows of the table. */
export const faultRows = ['kill', 'pause', 'partition', 'failover', 'reshard', 'full disk', 'clock', 'deploy'] as const;

type FaultRow = (typeof faultRows)[number];

/** The columns of the table, with their titles. */
export const storeColumns: Readonly<Record<StoreKind, string>> = {
  sqlite: 'SQLite',
  'bullmq-redis': 'Redis',
  'redis-cluster': 'Redis Cluster (calls with an ID)',
  'bullmq-sentinel': 'Redis Sentinel',
  'bullmq-postgres': 'PostgreSQL',
  'bullmq-pgbouncer': 'PgBouncer',
  'nats-postgres': 'NATS and PostgreSQL',
};

/** A fault, and a store that it applies to. */
export interface FaultCell {
  readonly row: FaultRow;
  readonly kind: StoreKind;
}

/** What a history showed. */
export interface CellResult {
  readonly calls: number;
  readonly violations: readonly string[];
  /** When the events of the history occurred. */
  readonly times?: string;
}

const failovers: Partial<Record<StoreKind, readonly Fault[]>> = {
  'redis-cluster': ['fail over', 'promote replica'],
  'bullmq-sentinel': ['fail over', 'fail over'],
  'bullmq-postgres': ['fail over'],
  'bullmq-pgbouncer': ['fail over'],
  'nats-postgres': ['fail over'],
};

/** All cells that apply. */
export const faultCells: readonly FaultCell[] = faultRows.flatMap((row) =>
  kinds().flatMap((kind) => (row === 'deploy' || faultsOf({ row, kind }).length > 0 ? [{ row, kind }] : [])),
);

/** Why a cell cannot run here. */
export function reasonAgainst({ row, kind }: FaultCell): string | undefined {
  if (row === 'full disk' && noSmallDisk !== undefined) return noSmallDisk;
  if (row === 'clock' && noFakeClock !== undefined) return noFakeClock;
  return missingPrograms[kind];
}

/** How many calls each history of tasks acknowledges. */
const tasks = 300;

/** Runs the history of a cell, and checks it. */
export async function runCell(cell: FaultCell, seed: number): Promise<CellResult> {
  const { row, kind } = cell;
  const faults = faultsOf(cell);
  if (row === 'deploy' || kind === 'redis-cluster') {
    const scenario = row === 'deploy' ? deploy : underFaults(faults);
    const { exchanges, ledger } = await runCalls(kind, (harness) => scenario(harness, { kind, seed }), faults);
    const calls = groupBy(exchanges, ({ caller, callId }) => `${caller} ${callId}`).size;
    return { calls, violations: checkCalls(exchanges, ledger, lostShares[row] ?? 0) };
  }
  const history = await runHistory({ kind, tasks, seed, faults });
  const calls = history.filter(({ type }) => type === 'acknowledged').length;
  return {
    calls,
    violations: [...checkHistory(history), ...withoutEffect(faults, history)],
    times: describeTimes(history),
  };
}

/** The share of calls that may end as "may have run", because their server or store failed while they ran. */
const lostShares: Partial<Record<FaultRow, number>> = {
  kill: 0.5,
  pause: 0.5,
  partition: 0.5,
  failover: 0.5,
  reshard: 0.1,
  'full disk': 0.5,
};

function kinds(): readonly StoreKind[] {
  return Object.keys(storeColumns) as StoreKind[];
}

/** The faults of a cell; none if the row does not apply to the store. */
function faultsOf({ row, kind }: FaultCell): readonly Fault[] {
  switch (row) {
    case 'kill':
      return kills(kind);
    case 'pause':
      // Over HTTP, a caller would give up on a server that is paused for 30 s.
      return kind === 'redis-cluster'
        ? ['pause worker for long', 'pause web', 'pause database for 30 s']
        : longPauses(kind);
    case 'partition':
      if (kind === 'sqlite') return [];
      return kind === 'bullmq-sentinel' ? ['stall network', 'isolate primary'] : ['stall network'];
    case 'failover':
      return failovers[kind] ?? [];
    case 'reshard':
      return kind === 'redis-cluster' ? ['reshard', 'reshard'] : [];
    case 'full disk':
      return ['fill disk', 'kill worker'];
    case 'clock':
      return ['advance clock of worker', 'set back clock of web'];
    case 'deploy':
      return [];
  }
}

/** Faults that no process noticed show nothing. */
function withoutEffect(faults: readonly Fault[], history: readonly RecordedEvent[]): string[] {
  const noticed = history.filter(({ type }) => type === 'killed' || type === 'fault').length;
  const expected = faults.filter((fault) => !fault.includes('clock')).length;
  if (noticed < expected) return [`without effect: ${noticed} of ${expected} faults occurred`];
  const isRefused = history.some(({ type }) => type === 'refused');
  return faults.includes('fill disk') && !isRefused ? ['without effect: no call was refused'] : [];
}
