import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { bundleProgram } from '@toolwire/programs';
import { endWithParent } from '@toolwire/programs/end-with-parent';
import { onTestFinished } from 'vitest';
import { nodeSqlite } from '../src/database.ts';
import type { ProgramSettings } from './program-settings.ts';

const programs = {
  worker: bundleProgram(new URL('./worker-program.ts', import.meta.url)),
  starter: bundleProgram(new URL('./starter-program.ts', import.meta.url)),
};

const libsql =
  nodeSqlite() === undefined ? pathToFileURL(createRequire(import.meta.url).resolve('libsql')).href : undefined;

/** A process that works on the same file. */
export interface TaskProcess {
  readonly pid: number;
  readonly signal: (name: NodeJS.Signals) => void;
  /** Ends it at once, in the middle of whatever it does. */
  readonly kill: () => Promise<void>;
}

/** Starts a process that runs calls or starts them, and waits until it does. It is killed with the test at the latest. */
export async function startProcess(
  program: keyof typeof programs,
  settings: Omit<ProgramSettings, 'libsql'>,
): Promise<TaskProcess> {
  const child = fork(programs[program], {
    execArgv: [],
    env: { ...process.env, TASKS_SETTINGS: JSON.stringify({ ...settings, libsql }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  endWithParent(child);
  const ended = once(child, 'exit');
  onTestFinished(() => end(child, ended));
  await Promise.race([once(child, 'message'), ended]);
  if (child.pid === undefined || child.exitCode !== null) throw new Error('The process ended before it was ready.');
  return { pid: child.pid, signal: (name) => void child.kill(name), kill: () => end(child, ended) };
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}
