import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { bundleProgram } from '@toolwire/programs';
import { type ReportingProcess, startReporting } from '@toolwire/programs/reporting-process';
import type { Defect } from './defects.ts';
import { type Fault, planOf, type Strike } from './faults.ts';
import { historyIn, hostTime, type Noted } from './happening.ts';
import type { PlaceKind, PlaceSettings } from './places.ts';
import type { ProgramSettings } from './program.ts';
import { readAll } from './read-all.ts';
import { startVictim } from './victim.ts';

/** What is done, and to what. */
export interface Scene {
  readonly kind: PlaceKind;
  readonly tasks: number;
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly defect?: Defect | undefined;
}

const leaseMs = 3_000;
const program = bundleProgram(new URL('./program.ts', import.meta.url));

/** How long there is nothing new before what has not ended counts as lost. */
const quietMs = 30_000;

/** Begins calls, and has two processes run them, while one fault comes after the other; answers all that has happened. */
export async function runHistory({ kind, tasks, seed, faults, defect }: Scene): Promise<readonly Noted[]> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-durable-'));
  const file = join(folder, 'history');
  // It is looked into before anything has happened.
  writeFileSync(file, '');
  const history = historyIn(file);
  const { note, notes } = history;
  const victim = await startVictim(kind, folder, faults);
  const settings: PlaceSettings = { kind, url: victim.url, leaseMs, libsql: libsqlIfNeeded(kind) };
  const start = (role: ProgramSettings['role']): Promise<ReportingProcess<'done'>> =>
    startReporting<'done'>(program, { ...settings, role, history: file, defect } satisfies ProgramSettings);
  const processes = { web: await start('web'), workers: [await start('worker'), await start('worker')] };
  const struck = async (fault: string, pid: number | undefined, strike: () => Promise<void>): Promise<void> => {
    const from = hostTime();
    await strike();
    note({ what: 'struck', fault, pid, forMs: hostTime() - from });
  };
  const kill = async (one: ReportingProcess<'done'>): Promise<void> => {
    await one.kill();
    note({ what: 'killed', pid: one.pid });
  };
  const pause = async (one: ReportingProcess<'done'>, ms: number): Promise<void> => {
    await struck('SIGSTOP', one.pid, async () => {
      one.signal('SIGSTOP');
      await wait(ms);
      one.signal('SIGCONT');
    });
  };
  let isFilling = false;
  // A machine that is busy may begin no call in the time that is usually enough.
  const untilRefused = async (): Promise<void> => {
    const giveUpAt = hostTime() + 120_000;
    isFilling = true;
    while (hostTime() < giveUpAt && !notes().some(({ what }) => what === 'refused')) await wait(200);
    isFilling = false;
  };
  const strike = async ({ fault, worker: index }: Strike): Promise<void> => {
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
      case 'fill disk':
      case 'fill memory':
        note({ what: 'filled' });
        return struck(fault, undefined, () => victim.strike(fault, untilRefused));
      case 'kill database':
      case 'pause database':
      case 'pause database for 30 s':
      case 'stall network':
        return struck(fault, undefined, () => victim.strike(fault));
    }
  };
  // On a slow machine too, faults are to meet calls that run, and not all of them those that wait.
  const givesUpAt = hostTime() + 60_000;
  const untilBegun = async (least: number): Promise<void> => {
    while (hostTime() < givesUpAt && notes().filter(({ what }) => what === 'begun').length < least) await wait(200);
  };
  const begin = (n: number): void => processes.web.tell(`call-${n} ${n % 4 === 0 ? 'once' : 'safe'}`);
  // What is acknowledged from then on would be read by nobody.
  const untilAcknowledged = async (): Promise<number> => {
    const { web } = processes;
    const heard = web.said.length;
    web.tell('enough');
    await web.until(() => web.said.length > heard);
    return notes().filter(({ what }) => what === 'acknowledged').length;
  };
  let beginning = true;
  const strikeAll = async (): Promise<void> => {
    const plan = planOf(faults, seed);
    for (const [index, one] of plan.entries()) {
      await untilBegun((tasks / 2) * ((index + 1) / (plan.length + 1)));
      await wait(one.afterMs);
      await strike(one);
    }
  };
  // One that fails is no reason to begin calls for ever.
  const nemesis = strikeAll().finally(() => {
    beginning = false;
  });
  try {
    let n = 0;
    for (; n < tasks || beginning; n += 1) {
      begin(n);
      // Beyond what was asked for, so that each fault meets calls.
      await wait(n < tasks || isFilling ? 10 : 150);
    }
    await nemesis;
    for (;;) {
      const missing = tasks - (await untilAcknowledged());
      if (missing <= 0) break;
      for (const last = n + missing; n < last; n += 1) begin(n);
    }
    await readAll(settings, history, defect === undefined ? quietMs : 4 * leaseMs);
    return notes();
  } finally {
    for (const one of [processes.web, ...processes.workers]) await one.kill();
    await victim.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The module of a SQLite where Node brings none along. */
export function libsqlIfNeeded(kind: PlaceKind): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const hasOwn = major > 22 || (major === 22 && minor >= 13);
  if (kind !== 'sqlite' || hasOwn) return undefined;
  return pathToFileURL(createRequire(import.meta.url).resolve('libsql')).href;
}
