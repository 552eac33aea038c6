import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createToolwire } from '../src/create-toolwire.ts';

/** The exit code and the output of a process. */
interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
/** The arguments with which Node runs the sources of the workspace. */
export const fromSource: readonly string[] = ['--conditions=@toolwire/source', '--import', import.meta.resolve('tsx')];

/** The program itself. */
export const program: string = fileURLToPath(new URL('../src/bin.ts', import.meta.url));

/** Runs the program from its source, in a folder. */
export function create(folder: string, ...args: readonly string[]): Promise<Ended> {
  return runNode(folder, [program, ...args]);
}

/** Runs the program in this process, for a given folder. */
export async function createHere(folder: string, ...args: readonly string[]): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  const code = await createToolwire([folder, ...args], {
    write: (text) => {
      stdout += text;
    },
    note: (text) => {
      stderr += text;
    },
    style: (_format, text) => text,
    questions: undefined,
    userAgent: undefined,
  });
  return { code, stdout, stderr };
}

/** Runs a program of a project, from the sources of the workspace. */
export function runNode(folder: string, args: readonly string[]): Promise<Ended> {
  return outputOf(
    spawn(process.execPath, [...fromSource, ...args], { cwd: folder, env: { PATH: process.env['PATH'] } }),
  );
}

/** Runs a script of a project as `npm run` does, from the sources of the workspace. */
export function runScript(folder: string, script: string): Promise<Ended> {
  const env = { PATH: process.env['PATH'], NODE_OPTIONS: fromSource.join(' ').replace('--import ', '--import=') };
  return outputOf(spawn(script, { cwd: folder, env, shell: true }));
}

async function outputOf(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** A folder with these files, where the packages of the workspace are installed. */
export function folderWith(files: Readonly<Record<string, string>>, { isInstalled = false } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'create-toolwire-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  if (isInstalled) symlinkSync(modules, join(folder, 'node_modules'));
  return folder;
}
