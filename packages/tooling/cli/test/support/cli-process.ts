import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { bundleCli, openApiFolder, openApiValidator } from './bundle-cli.ts';
import { runHere } from './run-here.ts';

/** How a process ended, and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The commands, and a folder for their files. */
export interface Cli {
  readonly folder: string;
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ended>;
  readonly remove: () => Promise<void>;
}

/** The program as it would be installed. */
export interface BuiltCli extends Cli {
  readonly outputs: Metafile['outputs'];
}

/** The settings of one run. */
interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly folder?: string;
}

/**
 * With `--all`, the installed program, with a process for each command. Otherwise a command runs in the test process, and in a
 * separate process only if it needs a working directory.
 */
export async function openCli(): Promise<Cli> {
  if (process.env['TEST_SCOPE'] === 'all') return buildCli();
  const folder = await mkdtemp(join(tmpdir(), 'toolwire-cli-'));
  let built: Promise<BuiltCli> | undefined;
  return {
    folder,
    run: async (args, options = {}) => {
      if (options.folder === undefined) return runHere(args, options);
      built ??= buildCli();
      return (await built).run(args, options);
    },
    remove: async () => {
      await rm(folder, { recursive: true });
      await (await built)?.remove();
    },
  };
}

/** Writes the bundled program into a separate folder, and runs it as a process. */
export async function buildCli(): Promise<BuiltCli> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwire-cli-'));
  const { files, outputs } = await bundleCli();
  for (const [path, contents] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), contents);
  }
  await link(folder, '@modelcontextprotocol/client', '../..');
  await link(folder, openApiValidator, '../../../openapi');
  const manifest = { name: '@toolwire/openapi', exports: { './source': './source.cjs' } };
  await writeFile(join(folder, openApiFolder, 'package.json'), JSON.stringify(manifest));
  return {
    folder,
    outputs,
    run: (args, options) => runProcess([join(folder, 'bin.mjs'), ...args], options),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Installs a package in a folder from another folder of the workspace. */
async function link(folder: string, name: string, from: string): Promise<void> {
  const installed = join(folder, 'node_modules', name);
  await mkdir(dirname(installed), { recursive: true });
  await symlink(fileURLToPath(new URL(`${from}/node_modules/${name}`, import.meta.url)), installed);
}

function runProcess(args: readonly string[], { environment = {}, input, folder }: RunOptions = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, env: { PATH: process.env['PATH'], ...environment } });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => void stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => void stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    );
    child.stdin.end(input);
  });
}
