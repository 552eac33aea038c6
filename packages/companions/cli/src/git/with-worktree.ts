import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { failure, usageError } from '../cli-error.ts';
import { safeLines } from '../safe-text.ts';
import type { Terminal } from '../terminal.ts';

/** A folder in which a ref is checked out. */
interface Worktree {
  /** The place in it that is where the command was typed. */
  readonly folder: string;
}

/** Checks a git ref out into a folder of its own, does something there, and takes the folder away however that ends. */
export async function withWorktree<Result>(
  ref: string,
  prepare: string | undefined,
  { note, signal }: Terminal,
  use: (worktree: Worktree) => Promise<Result>,
): Promise<Result> {
  const prefix = (await git(['rev-parse', '--show-prefix'])).output.trim();
  const found = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (found.code !== 0) throw usageError(`There is no git ref '${ref}' here.`);
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'toolwire-ref-')));
  const root = join(parent, 'tree');
  try {
    await git(['worktree', 'add', '--detach', '--quiet', root, found.output.trim()]);
    const folder = join(root, prefix);
    signal.throwIfAborted();
    if (prepare !== undefined) {
      note(`${ref}: ${prepare}\n`);
      await shell(prepare, folder, note, signal);
    }
    return await use({ folder });
  } finally {
    await git(['worktree', 'remove', '--force', root]);
    await rm(parent, { recursive: true, force: true });
  }
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

async function git(typed: readonly string[]): Promise<Ended> {
  const child = spawn('git', typed, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let problem = '';
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (problem += chunk.toString()));
  const [code] = (await once(child, 'close').catch((cause: unknown) => {
    throw failure(`git cannot be started: ${String(cause)}`);
  })) as [number | null];
  if (code !== 0 && problem !== '') throw failure(`git ${typed[0] ?? ''}: ${safeLines(problem.trim())}`);
  return { code, output };
}

/** Runs a command as a shell has it; what it says goes to stderr. */
async function shell(command: string, folder: string, note: Terminal['note'], signal: AbortSignal): Promise<void> {
  const child = startShell(command, folder, note, {});
  const end = (): void => child.end();
  signal.addEventListener('abort', end);
  const code = await child.ended;
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
  if (code !== 0) throw failure(`'${command}' ended with ${code ?? 'a signal'}.`);
}

/** A command that runs. */
interface RunningShell {
  readonly ended: Promise<number | null>;
  /** Ends it, with all that it has started. */
  readonly end: () => void;
}

/** Starts a command as a shell has it, in a group of its own. */
export function startShell(
  command: string,
  folder: string,
  note: Terminal['note'],
  environment: Readonly<Record<string, string>>,
): RunningShell {
  const child = spawn(command, {
    cwd: folder,
    shell: true,
    detached: process.platform !== 'win32',
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => note(safeLines(chunk.toString())));
  }
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', (code) => resolve(code));
  });
  return {
    ended,
    end() {
      if (child.pid === undefined || child.exitCode !== null) return;
      // The group, as a shell does not hand signals on.
      if (process.platform === 'win32') child.kill();
      else process.kill(-child.pid, 'SIGTERM');
    },
  };
}
