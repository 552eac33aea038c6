import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failure, usageError } from '../cli-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeLines } from '../terminal/terminal-text.ts';
import { runShell } from './start-shell.ts';

/**
 * Checks a git ref out into a temporary folder, runs a function with the folder in it that corresponds to the working folder, and removes
 * it.
 */
export async function withWorktree<Result>(
  ref: string,
  prepare: string | undefined,
  { note, signal }: Terminal,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const prefix = (await git(['rev-parse', '--show-prefix'])).output.trim();
  const commit = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (commit.code !== 0) throw usageError(`Git ref not found: '${ref}'`);
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'toolwire-ref-')));
  const root = join(parent, 'tree');
  try {
    await git(['worktree', 'add', '--detach', '--quiet', root, commit.output.trim()]);
    try {
      const folder = join(root, prefix);
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
        throw usageError(`The working folder '${prefix.replace(/\/$/, '')}' does not exist at '${ref}'.`);
      }
      signal.throwIfAborted();
      if (prepare !== undefined) {
        note(`${ref}: ${prepare}\n`);
        await runShell(prepare, folder, note, signal);
      }
      return await use(folder);
    } finally {
      await git(['worktree', 'remove', '--force', root]);
    }
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

interface GitResult {
  readonly code: number | null;
  readonly output: string;
}

async function git(args: readonly string[]): Promise<GitResult> {
  const child = spawn('git', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errorOutput = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (errorOutput += text));
  const [code] = (await once(child, 'close').catch((cause: unknown) => {
    throw failure(`git can't be started: ${String(cause)}`);
  })) as [number | null];
  if (code !== 0 && errorOutput !== '') throw failure(`git ${args[0] ?? ''}: ${safeLines(errorOutput.trim())}`);
  return { code, output };
}
