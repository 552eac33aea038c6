import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { bundleProgram } from '@toolwire/programs';
import { createFakeClock } from '@toolwire/programs/fake-clock';
import { type ReportingProcess, startReporting } from '@toolwire/programs/reporting-process';
import type { BackendKind, BackendSettings, StoreKind } from './backends.ts';
import { startDatabase } from './database-under-test.ts';
import type { Defect } from './defects.ts';
import { type Fault, type PlannedFault, planFaults } from './faults.ts';
import { historyIn, hostTime, type RecordedEvent } from './history-event.ts';
import { readAll } from './read-all.ts';
import type { ProgramSettings } from './task-program.ts';

/** The settings of a history. */
export interface HistorySettings {
  readonly kind: BackendKind;
  readonly tasks: number;
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly defect?: Defect | undefined;
}

const leaseMs = 3_000;
const hourMs = 3_600_000;
const program = bundleProgram(new URL('./task-program.ts', import.meta.url));

/** How long no event may occur before running calls count as lost. */
const quietMs = 30_000;

/** Starts calls, which two processes run, while faults occur one after the other. Returns all events. */
export async function runHistory({
  kind,
  tasks,
  seed,
  faults,
  defect,
}: HistorySettings): Promise<readonly RecordedEvent[]> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-durable-'));
  const file = join(folder, 'history');
  // The file is read before the first event.
  writeFileSync(file, '');
  const history = historyIn(file);
  const { record, events } = history;
  const database = await startDatabase(kind, folder, faults);
  const { url, queueUrl, addressMap } = database;
  const settings: BackendSettings = { kind, url, queueUrl, addressMap, leaseMs, libsql: libsqlIfNeeded(kind) };
  const clocks = faults.some(isOfClock) ? { web: createFakeClock(), worker: createFakeClock() } : undefined;
  const start = (role: ProgramSettings['role'], variables = {}): Promise<ReportingProcess<'done'>> =>
    startReporting<'done'>(
      program,
      { ...settings, role, history: file, defect } satisfies ProgramSettings,
      undefined,
      variables,
    );
  const processes = {
    web: await start('web', clocks?.web.variables),
    workers: [await start('worker', clocks?.worker.variables), await start('worker')],
  };
  const recordFault = async (fault: string, pid: number | undefined, inject: () => Promise<void>): Promise<void> => {
    const from = hostTime();
    await inject();
    record({ type: 'fault', fault, pid, forMs: hostTime() - from });
  };
  const kill = async (one: ReportingProcess<'done'>): Promise<void> => {
    await one.kill();
    record({ type: 'killed', pid: one.pid });
  };
  const pause = async (one: ReportingProcess<'done'>, ms: number): Promise<void> => {
    await recordFault('SIGSTOP', one.pid, async () => {
      one.signal('SIGSTOP');
      await wait(ms);
      one.signal('SIGCONT');
    });
  };
  let isFilling = false;
  // On a busy machine, the usual time may be too short for a call to be refused.
  const untilRefused = async (): Promise<void> => {
    const timeoutAt = hostTime() + 120_000;
    isFilling = true;
    while (hostTime() < timeoutAt && !events().some(({ type }) => type === 'refused')) await wait(200);
    isFilling = false;
  };
  const inject = async ({ fault, worker: index }: PlannedFault): Promise<void> => {
    const worker = processes.workers[index];
    if (worker === undefined) return;
    switch (fault) {
      case 'kill worker':
        await kill(worker);
        processes.workers[index] = await start('worker');
        return;
      case 'kill web':
        await kill(processes.web);
        processes.web = await start('web');
        return;
      case 'pause worker':
        return pause(worker, 0.45 * leaseMs);
      case 'pause worker for long':
        return pause(worker, 1.5 * leaseMs);
      case 'pause worker for 30 s':
        return pause(worker, 30_000);
      case 'pause web':
        return pause(processes.web, 1.5 * leaseMs);
      case 'pause web for 30 s':
        return pause(processes.web, 30_000);
      case 'advance clock of worker':
        clocks?.worker.set(hourMs);
        return;
      case 'set back clock of web':
        clocks?.web.set(-hourMs);
        return;
      case 'fill disk':
      case 'fill memory':
        record({ type: 'storage-full' });
        return recordFault(fault, undefined, () => database.inject(fault, untilRefused));
      case 'kill database':
      case 'pause database':
      case 'pause database for 30 s':
      case 'stall network':
      case 'fail over':
      case 'promote replica':
      case 'isolate primary':
      case 'reshard':
        return recordFault(fault, undefined, () => database.inject(fault));
    }
  };
  // Faults must affect running calls, not only waiting ones, even on a slow machine.
  const startTimeoutAt = hostTime() + 60_000;
  const untilStarted = async (count: number): Promise<void> => {
    while (hostTime() < startTimeoutAt && events().filter(({ type }) => type === 'started').length < count) {
      await wait(200);
    }
  };
  const startCall = (n: number): void => processes.web.send(`call-${n} ${n % 4 === 0 ? 'once' : 'safe'}`);
  // Calls that are acknowledged later would not be read.
  const untilAcknowledged = async (): Promise<number> => {
    const { web } = processes;
    const received = web.messages.length;
    web.send('enough');
    await web.until(() => web.messages.length > received);
    return events().filter(({ type }) => type === 'acknowledged').length;
  };
  let areFaultsPending = true;
  const injectAll = async (): Promise<void> => {
    const plan = planFaults(faults, seed);
    for (const [index, one] of plan.entries()) {
      await untilStarted((tasks / 2) * ((index + 1) / (plan.length + 1)));
      await wait(one.afterMs);
      await inject(one);
    }
  };
  // A fault that fails must also end the loop below.
  const injecting = injectAll().finally(() => {
    areFaultsPending = false;
  });
  // It is awaited after the loop.
  injecting.catch(() => undefined);
  try {
    let n = 0;
    for (; n < tasks || areFaultsPending; n += 1) {
      startCall(n);
      // Continues after the requested number, so that each fault affects calls.
      await wait(n < tasks || isFilling ? 10 : 150);
    }
    await injecting;
    for (;;) {
      const missing = tasks - (await untilAcknowledged());
      if (missing <= 0) break;
      for (const last = n + missing; n < last; n += 1) startCall(n);
    }
    await readAll(settings, history, defect === undefined ? quietMs : 4 * leaseMs);
    return events();
  } finally {
    for (const one of [processes.web, ...processes.workers]) await one.kill();
    await database.remove();
    clocks?.web.remove();
    clocks?.worker.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function isOfClock(fault: Fault): boolean {
  return fault === 'advance clock of worker' || fault === 'set back clock of web';
}

/** The URL of a SQLite module, if this Node does not include SQLite. */
export function libsqlIfNeeded(kind: StoreKind): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const hasSqlite = major > 22 || (major === 22 && minor >= 13);
  if (kind !== 'sqlite' || hasSqlite) return undefined;
  return pathToFileURL(createRequire(import.meta.url).resolve('libsql')).href;
}
