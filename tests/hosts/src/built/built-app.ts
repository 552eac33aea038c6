import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** An app of a framework that runs only after a build. */
export interface BuiltApp {
  /** The name of its folder. */
  readonly name: string;
  /** The text of its files, by their paths. */
  readonly files: Readonly<Record<string, string>>;
  /** The path of its command in node_modules, and the arguments. */
  readonly build: readonly [program: string, ...args: string[]];
}

/** The pinned versions of the frameworks, which are installed together. */
const builtManifest = fileURLToPath(new URL('../../built/package.json', import.meta.url));

// In node_modules, because Vitest doesn't transform its files.
const cache = fileURLToPath(new URL('../../node_modules/.cache/built', import.meta.url));

/** The folder of a build, which is made if the app or the versions have changed. */
export async function buildOnce(app: BuiltApp): Promise<string> {
  const manifest = readFileSync(builtManifest, 'utf8');
  const installed = join(cache, digest(manifest));
  await once(installed, async (folder) => {
    writeFiles(folder, { 'package.json': manifest });
    const settings = ['--no-audit', '--no-fund', '--prefer-offline', '--no-package-lock', '--ignore-scripts'];
    await runProgram('npm', ['install', ...settings, '--loglevel=error'], folder);
  });
  const built = join(installed, `${app.name}-${digest(JSON.stringify([app.files, app.build]))}`);
  await once(built, (folder) => build(app, folder, installed));
  return built;
}

/** Writes the files of an app into a folder below the installed frameworks, and builds it. */
async function build({ files, build: [program, ...args] }: BuiltApp, folder: string, installed: string): Promise<void> {
  writeFiles(folder, files);
  await runProgram(process.execPath, [join(installed, 'node_modules', program), ...args], folder);
}

/** Does work once. A folder is complete once its mark exists. */
async function once(folder: string, work: (folder: string) => Promise<void>): Promise<void> {
  const mark = join(folder, '.complete');
  if (existsSync(mark)) return;
  rmSync(folder, { recursive: true, force: true });
  await work(folder);
  writeFileSync(mark, '');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

async function runProgram(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { NODE_OPTIONS: _options, VITEST: _vitest, ...environment } = process.env;
  const env = { ...environment, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`'${[program, ...args].join(' ')}' in ${cwd} ended with ${String(code)}:\n${output}`);
}
