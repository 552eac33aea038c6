import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { failure, messageOf } from '../cli-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeLines } from '../terminal/terminal-text.ts';

/** How long a process may take to exit after SIGTERM. */
const exitTimeoutMs = 2000;

/** Runs a shell command, and writes its output to stderr. */
export async function runShell(
  command: string,
  folder: string,
  note: Terminal['note'],
  signal: AbortSignal,
): Promise<void> {
  const child = startShell(command, folder, note, {});
  let stopped: Promise<void> | undefined;
  const end = (): void => {
    stopped = child.end();
  };
  signal.addEventListener('abort', end);
  const code = await child.ended.finally(() => signal.removeEventListener('abort', end));
  await stopped;
  signal.throwIfAborted();
  if (code !== 0) throw failure(`'${command}' ended with ${code ?? 'a signal'}.`);
}

/** Starts a shell command in a separate process group. */
export function startShell(
  command: string,
  folder: string,
  note: Terminal['note'],
  environment: Readonly<Record<string, string>>,
) {
  const child = spawn(command, {
    cwd: folder,
    shell: true,
    detached: process.platform !== 'win32',
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    // A chunk may end inside a character.
    stream.setEncoding('utf8').on('data', (text: string) => note(safeLines(text)));
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => reject(failure(`'${command}' can't be started: ${messageOf(error)}`)));
    child.on('close', (code) => resolve(code));
  });
  return {
    /** Resolves to the exit code, or to null after a signal. Rejects if the command can't be started. */
    ended,
    /** Stops the command and its child processes, and kills them after a timeout; on Windows, only until the command has ended. */
    async end(): Promise<void> {
      if (process.platform === 'win32') endOnWindows(child);
      else if (child.pid !== undefined) await endGroup(child.pid);
    },
  };
}

function endOnWindows(child: ChildProcess): void {
  // Windows has no process groups: once the shell has exited, its child processes can't be found, and its ID may be another process.
  if (child.exitCode !== null || child.signalCode !== null) return;
  const endShell = (): void => void child.kill();
  spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' })
    .on('error', endShell)
    .on('close', (code) => {
      if (code !== 0) endShell();
    });
}

/** Waits for the whole group, because the shell may end before a process that ignores SIGTERM. */
async function endGroup(pid: number): Promise<void> {
  const killAt = performance.now() + exitTimeoutMs;
  let isRunning = signalGroup(pid, 'SIGTERM');
  while (isRunning && performance.now() < killAt) {
    await wait(20);
    isRunning = signalGroup(pid, 0);
  }
  if (isRunning) signalGroup(pid, 'SIGKILL');
}

/**
 * Signals the group, because a shell does not forward signals and may have left processes that keep its output open. Returns whether the
 * group had a process.
 */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch (thrown) {
    // The whole group may have ended; macOS reports EPERM for ended processes that nothing has waited for.
    const hasEnded =
      thrown instanceof Error && 'code' in thrown && (thrown.code === 'ESRCH' || thrown.code === 'EPERM');
    if (!hasEnded) throw thrown;
    return false;
  }
}
