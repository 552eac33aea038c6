import { setTimeout as wait } from 'node:timers/promises';
import { toAndFro } from '../to-and-fro.ts';
import type { PlaceKind } from './places.ts';
import { startTaskProcess, type TaskProcess } from './processes.ts';
import type { SideName } from './sides.ts';

/** How often and how long each side is measured. */
export interface TaskTurns {
  readonly rounds: number;
  readonly tasksPerRound: number;
  readonly idleMs: number;
}

/** The results of the rounds, in order. */
export interface SideCosts {
  /** CPU microseconds of each task: of the process that began it and of both workers. */
  readonly cpu: readonly number[];
  readonly tasksPerSecond: readonly number[];
  /** Of each task, in the database. */
  readonly databaseCpu: readonly number[];
  readonly databaseBytes: readonly number[];
  readonly databaseCommands: readonly number[];
  /** CPU microseconds of each worker for each second in which nothing happens. */
  readonly idle: readonly number[];
}

/** The resources of a database so far, for all its clients. */
export interface DatabaseUsage {
  readonly cpu: number;
  readonly bytes: number;
  /** Including those that scripts run. */
  readonly commands: number;
}

interface Contender {
  readonly name: SideName;
  readonly starter: TaskProcess;
  readonly workers: readonly TaskProcess[];
  readonly costs: { readonly [Name in keyof SideCosts]: number[] };
}

/** How many tasks are begun at a time. */
export const begunAtOnce = 16;

/** Measures sides on one place in turns, so that what disturbs the machine disturbs all alike. */
export async function takeTaskTurns(
  sides: readonly SideName[],
  [kind, url]: readonly [PlaceKind, string],
  { rounds, tasksPerRound, idleMs }: TaskTurns,
  databaseUsage: () => Promise<DatabaseUsage>,
  profile: string | undefined,
): Promise<ReadonlyMap<SideName, SideCosts>> {
  const contenders: Contender[] = [];
  for (const name of sides) {
    const start = (role: 'starter' | 'worker'): Promise<TaskProcess> =>
      startTaskProcess(role, [name, kind, url], profile);
    contenders.push({
      name,
      starter: await start('starter'),
      workers: [await start('worker'), await start('worker')],
      costs: { cpu: [], tasksPerSecond: [], databaseCpu: [], databaseBytes: [], databaseCommands: [], idle: [] },
    });
  }
  let from = 0;
  const measure = async (one: Contender, count: number): Promise<void> => {
    const processes = [one.starter, ...one.workers];
    const ended = untilEnded(one.workers, count);
    const [before, usedBefore] = [await databaseUsage(), await usageOf(processes)];
    const began = performance.timeOrigin + performance.now();
    await one.starter.begin(from, count, begunAtOnce);
    from += count;
    const last = await ended;
    const [after, usedAfter] = [await databaseUsage(), await usageOf(processes)];
    one.costs.cpu.push((usedAfter - usedBefore) / count);
    one.costs.tasksPerSecond.push((1_000 * count) / (last - began));
    one.costs.databaseCpu.push((after.cpu - before.cpu) / count);
    one.costs.databaseBytes.push((after.bytes - before.bytes) / count);
    one.costs.databaseCommands.push((after.commands - before.commands) / count);
  };
  for (const one of contenders) await measure(one, tasksPerRound);
  for (const { costs } of contenders) for (const values of Object.values(costs)) values.length = 0;
  for (const one of toAndFro(contenders, rounds)) await measure(one, tasksPerRound);
  for (let round = 0; round < 3; round++) {
    const before = await Promise.all(contenders.map(({ workers }) => usageOf(workers)));
    await wait(idleMs);
    for (const [index, { workers, costs }] of contenders.entries()) {
      const used = (await usageOf(workers)) - (before[index] ?? 0);
      costs.idle.push((1_000 * used) / workers.length / idleMs);
    }
  }
  for (const { starter, workers } of contenders) for (const one of [starter, ...workers]) one.stop();
  return new Map(contenders.map(({ name, costs }) => [name, costs]));
}

/** When the last of so many tasks has ended, in milliseconds since 1970; counted from the call on. */
function untilEnded(workers: readonly TaskProcess[], count: number): Promise<number> {
  const total = (): number => workers.reduce((sum, one) => sum + one.ended().count, 0);
  const goal = total() + count;
  return new Promise((resolve) => {
    const stops = workers.map((one) =>
      one.onEnded(() => {
        if (total() < goal) return;
        for (const stop of stops) stop();
        resolve(Math.max(...workers.map((worker) => worker.ended().at)));
      }),
    );
  });
}

async function usageOf(processes: readonly TaskProcess[]): Promise<number> {
  let sum = 0;
  for (const one of processes) sum += await one.usage();
  return sum;
}
