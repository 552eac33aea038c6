import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { bundleProgram } from '@toolwire/programs';
import { startPostgres } from '@toolwire/programs/postgres';
import { startRedis } from '@toolwire/programs/redis';
import { type ReportingProcess, startReporting } from '@toolwire/programs/reporting-process';
import { createTasks } from '@toolwire/tasks';
import fc from 'fast-check';
import type { Defect } from './defects.ts';
import { type Noted, noteIn } from './happening.ts';
import { layOut, openPlace, type PlaceKind, type PlaceSettings } from './places.ts';
import type { ProgramSettings } from './program.ts';

/** What is done, and to what. */
export interface Scene {
  readonly kind: PlaceKind;
  readonly tasks: number;
  readonly seed: number;
  readonly defect?: Defect | undefined;
}

/** A database that may be killed. */
interface Victim {
  readonly url: string;
  readonly restart: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

type Fault = 'kill worker' | 'pause worker' | 'pause worker for long' | 'kill web' | 'kill database';

const leaseMs = 3_000;
const program = bundleProgram(new URL('./program.ts', import.meta.url));

/** How long there is nothing new before what has not ended counts as lost. */
const quietMs = 30_000;

/** Begins calls, and has two processes run them, while one fault comes after the other; answers all that has happened. */
export async function runHistory({ kind, tasks, seed, defect }: Scene): Promise<readonly Noted[]> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-durable-'));
  const history = join(folder, 'history');
  const victim = await startVictim(kind, folder);
  const settings: PlaceSettings = { kind, url: victim.url, leaseMs, libsql: libsqlIfNeeded(kind) };
  const note = noteIn(history);
  const start = (role: ProgramSettings['role']): Promise<ReportingProcess<'done'>> =>
    startReporting<'done'>(program, { ...settings, role, history, defect } satisfies ProgramSettings);
  const processes = { web: await start('web'), workers: [await start('worker'), await start('worker')] };
  const readNotes = (): Noted[] =>
    readFileSync(history, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Noted);

  const kill = async (one: ReportingProcess<'done'>): Promise<void> => {
    await one.kill();
    note({ what: 'killed', pid: one.pid });
  };
  const strike = async (fault: Fault, index: number): Promise<void> => {
    const worker = processes.workers[index];
    if (worker === undefined) return;
    switch (fault) {
      case 'kill worker':
        await kill(worker);
        processes.workers[index] = await start('worker');
        break;
      case 'pause worker':
      case 'pause worker for long':
        worker.signal('SIGSTOP');
        await wait(fault === 'pause worker' ? 0.45 * leaseMs : 1.5 * leaseMs);
        worker.signal('SIGCONT');
        break;
      case 'kill web':
        await kill(processes.web);
        processes.web = await start('web');
        break;
      case 'kill database':
        await victim.restart();
        break;
    }
  };
  let beginning = true;
  const nemesis = (async () => {
    for (const { fault, afterMs, worker } of planOf(kind, defect, seed)) {
      await wait(afterMs);
      await strike(fault, worker);
    }
    beginning = false;
  })();
  try {
    for (let n = 0; n < tasks || beginning; n += 1) {
      processes.web.tell(`call-${n} ${n % 4 === 0 ? 'once' : 'safe'}`);
      await wait(n < tasks ? 15 : 60);
    }
    await nemesis;
    // What is acknowledged from now on would be read by nobody.
    processes.web.tell('enough');
    await processes.web.until((said) => said === 'done');
    await untilQuiet(settings, readNotes, note, defect === undefined ? quietMs : 4 * leaseMs);
    return readNotes();
  } finally {
    for (const one of [processes.web, ...processes.workers]) await one.kill();
    await victim.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads all that was acknowledged until it has ended, or nothing new comes of it. */
async function untilQuiet(
  settings: PlaceSettings,
  readNotes: () => Noted[],
  note: ReturnType<typeof noteIn>,
  quiet: number,
): Promise<void> {
  const { store, close } = await openPlace(settings);
  const tasks = createTasks({ store });
  const ids = readNotes().flatMap((one) => (one.what === 'acknowledged' ? [one.taskId] : []));
  const open = new Set(ids);
  let lastNews = performance.now();
  while (open.size > 0 && performance.now() - lastNews < quiet) {
    for (const id of open) {
      const { status = 'gone' } = (await tasks.get(id, 'ada')) ?? {};
      if (status === 'working' || status === 'gone') continue;
      open.delete(id);
      lastNews = performance.now();
    }
    await wait(100);
  }
  for (const taskId of [...ids, ...ids]) {
    const task = await tasks.get(taskId, 'ada');
    const error = task?.error as { readonly mayHaveRun?: boolean } | undefined;
    const result = task?.result as { readonly callId: string; readonly attempt: number } | undefined;
    note({ what: 'read', taskId, status: task?.status ?? 'gone', result, mayHaveRun: error?.mayHaveRun });
  }
  await close();
}

async function startVictim(kind: PlaceKind, folder: string): Promise<Victim> {
  if (kind === 'sqlite') {
    return { url: join(folder, 'tasks.db'), restart: async () => undefined, remove: async () => undefined };
  }
  if (kind === 'bullmq-redis') {
    const redis = await startRedis('appendonly yes', 'appendfsync always', 'maxmemory-policy noeviction');
    const restart = async (): Promise<void> => {
      await redis.stop('SIGKILL');
      await redis.start();
    };
    return { url: redis.url, restart, remove: () => redis.remove() };
  }
  const postgres = await startPostgres();
  await layOut(postgres.url);
  const restart = async (): Promise<void> => {
    await postgres.stop('SIGKILL');
    await postgres.start();
  };
  return { url: postgres.url, restart, remove: () => postgres.remove() };
}

/** What is done when, and to which of the two workers; the same for each seed. */
function planOf(
  kind: PlaceKind,
  defect: Defect | undefined,
  seed: number,
): readonly { readonly fault: Fault; readonly afterMs: number; readonly worker: number }[] {
  // A file has no process of its own, and a planted defect is to be found without a fault that explains everything.
  const ofDatabase: Fault[] = kind === 'sqlite' || defect !== undefined ? [] : ['kill database', 'kill database'];
  const faults: Fault[] = [
    'kill worker',
    'pause worker',
    'kill web',
    'pause worker for long',
    'kill worker',
    ...ofDatabase,
  ];
  const plan = fc.tuple(
    fc.shuffledSubarray(faults, { minLength: faults.length }),
    fc.array(fc.record({ afterMs: fc.integer({ min: 200, max: 500 }), worker: fc.integer({ min: 0, max: 1 }) }), {
      minLength: faults.length,
      maxLength: faults.length,
    }),
  );
  const [[order, terms] = [[], []]] = fc.sample(plan, { seed, numRuns: 1 });
  return order.map((fault, index) => ({ fault, afterMs: 300, worker: 0, ...terms[index] }));
}

function libsqlIfNeeded(kind: PlaceKind): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const hasOwn = major > 22 || (major === 22 && minor >= 13);
  if (kind !== 'sqlite' || hasOwn) return undefined;
  return pathToFileURL(createRequire(import.meta.url).resolve('libsql')).href;
}
