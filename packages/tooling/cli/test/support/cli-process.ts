import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { pageStub } from './page-stub.ts';
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

/** Builds the program from its source into a separate folder, split as it is published, and runs it as a process. */
export async function buildCli(): Promise<BuiltCli> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwire-cli-'));
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../../src/bin.ts', import.meta.url))],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Installed next to the program, and loaded by the commands that speak MCP.
    external: ['@modelcontextprotocol/client'],
    conditions: ['@toolwire/source'],
    // Like the build of the packages, which can bundle only ES modules.
    mainFields: ['module', 'main'],
    plugins: [pageStub],
    metafile: true,
    logLevel: 'error',
  });
  const client = 'node_modules/@modelcontextprotocol/client';
  await mkdir(join(folder, dirname(client)), { recursive: true });
  await symlink(fileURLToPath(new URL(`../../${client}`, import.meta.url)), join(folder, client));
  await installOpenApi(folder);
  return {
    folder,
    outputs: metafile.outputs,
    run: (args, options) => runProcess([join(folder, 'bin.mjs'), ...args], options),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Builds the optional package of `toolwire import` next to the program, where its users install it. */
async function installOpenApi(folder: string): Promise<void> {
  const name = 'node_modules/@toolwire/openapi';
  const validator = '@seriousme/openapi-schema-validator';
  await build({
    entryPoints: [fileURLToPath(new URL('../../../openapi/src/source.ts', import.meta.url))],
    outfile: join(folder, name, 'source.cjs'),
    bundle: true,
    // Some of its dependencies call `require`, which a bundle in ES modules can't.
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    conditions: ['@toolwire/source'],
    // It reads its own files.
    external: [validator],
    logLevel: 'error',
  });
  const installed = join(folder, 'node_modules', validator);
  await mkdir(dirname(installed), { recursive: true });
  await symlink(fileURLToPath(new URL(`../../../openapi/node_modules/${validator}`, import.meta.url)), installed);
  const manifest = { name: '@toolwire/openapi', exports: { './source': './source.cjs' } };
  await writeFile(join(folder, name, 'package.json'), JSON.stringify(manifest));
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
