import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The revisions that the suite knows what a server owes. */
export type Revision = '2025-11-25' | '2026-07-28';

/** One check of a scenario, as the suite writes it down. */
export interface SuiteCheck {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** One scenario of a run. */
export interface ScenarioRun {
  readonly name: string;
  readonly checks: readonly SuiteCheck[];
}

/** What the suite found out about a server. */
export interface SuiteRun {
  /** 0 when all that is required passes, but for what is expected to fail, and all of that fails. */
  readonly exitCode: number;
  readonly output: string;
  /** Every scenario that ran, also those that the suite does not score. */
  readonly scenarios: readonly ScenarioRun[];
}

const node20 = new URL('../node-20/register.mjs', import.meta.url).href;
const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

/** The scenarios that are expected to fail at a revision, as the suite reads them. */
export function expectedFailures(revision: Revision): string {
  return fileURLToPath(new URL(`../../expected-failures/${revision}.yaml`, import.meta.url));
}

/** Runs all requirements of a revision against a server. */
export function runSuite(url: string, revision: Revision): Promise<SuiteRun> {
  return run(url, ['--requirements', revision, '--expected-failures', expectedFailures(revision)]);
}

/** Runs every scenario that the suite has for servers, of all revisions and extensions. */
export function runEveryScenario(url: string): Promise<SuiteRun> {
  return run(url, ['--suite', 'all']);
}

/** Runs the suite in a separate process. */
async function run(url: string, options: readonly string[]): Promise<SuiteRun> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-suite-'));
  try {
    const child = spawn(
      process.execPath,
      ['--import', node20, suite, 'server', '--url', url, ...options, '-o', folder],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const ended = new Promise<number>((resolve, reject) => {
      child.on('error', reject).on('exit', (code) => resolve(code ?? 1));
    });
    const [output, errors, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { exitCode, output: output + errors, scenarios: await readScenarios(folder) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

// Each scenario has a separate folder, such as `server-tools-list-2026-11-21T19-22-00-000Z`.
async function readScenarios(folder: string): Promise<readonly ScenarioRun[]> {
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => ({
      name: name.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, ''),
      checks: JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')) as readonly SuiteCheck[],
    })),
  );
}
