import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';

/** A project of a user's, with toolwire installed. */
export interface DevProject {
  readonly folder: string;
  readonly write: (name: string, text: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Creates a project in a separate folder. */
export async function createDevProject(): Promise<DevProject> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwire-dev-'));
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  await build({
    stdin: { contents: `export * from 'toolwire';`, resolveDir: import.meta.dirname },
    outfile: join(modules, 'toolwire/index.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@toolwire/source'],
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
    logLevel: 'error',
  });
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  await write(
    'node_modules/toolwire/package.json',
    JSON.stringify({ name: 'toolwire', version: '1.0.0', exports: './index.mjs' }),
  );
  for (const name of ['tsx', 'zod']) {
    await symlink(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), join(modules, name));
  }
  await write('package.json', JSON.stringify({ name: 'project', version: '0.0.0', type: 'module' }));
  return { folder, write, remove: () => rm(folder, { recursive: true }) };
}

/** What `toolwire dev --json` writes. */
interface DevEvent {
  readonly event: 'ready' | 'changed' | 'call' | 'ended' | 'no_tools';
  readonly url?: string;
  readonly tools?: readonly string[];
  readonly mcpUrl?: string | null;
  readonly inspectorUrl?: string | null;
  readonly how?: number | string;
  readonly error?: { readonly place: string | null; readonly code: string | null } | null;
  readonly since?: string | null;
  readonly files?: readonly string[];
  readonly diff?: { readonly bump: string; readonly isCovered: boolean } | null;
}

/** A `toolwire dev` that runs. */
export interface RunningDev {
  readonly child: ChildProcessWithoutNullStreams;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly events: () => readonly DevEvent[];
  /** Ends it as Ctrl-C does. */
  readonly leave: () => Promise<number | null>;
}

/** Starts `toolwire dev` in a project. */
export function startDev(program: string, typed: readonly string[], { folder }: DevProject): RunningDev {
  const child = spawn(process.execPath, [program, 'dev', ...typed], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    events: () =>
      stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as DevEvent),
    async leave() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}
