import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { isObject } from '@toolwire/internal';
import { failure } from '../cli-error.ts';
import { safeLines } from '../terminal/terminal-text.ts';
import type { CheckedCase } from './check-result.ts';

/** Finds the official MCP suite in the project. */
export function findMcpSuite(): string | undefined {
  try {
    return createRequire(join(process.cwd(), 'package.json')).resolve(
      '@modelcontextprotocol/conformance/dist/index.js',
    );
  } catch {
    // It is not installed.
    return undefined;
  }
}

/** Runs the official suite against an MCP endpoint, in a separate process. */
export async function runMcpSuite(
  suite: string,
  url: string,
  revision: string,
  signal: AbortSignal,
): Promise<readonly CheckedCase[]> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwire-check-'));
  try {
    const args = [suite, 'server', '--url', url, '--requirements', revision, '-o', folder];
    const errors = await runToEnd(args, signal);
    const names = await readdir(folder);
    if (names.length === 0) {
      throw failure(`The official MCP suite did not run. It needs Node 22 or later.\n${safeLines(errors.trim())}`);
    }
    return (await Promise.all(names.sort().map((name) => readScenario(folder, name, `mcp ${revision}`)))).flat();
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs the suite, and returns its output on stderr. Its exit code is not 0 if a check failed. */
async function runToEnd(args: readonly string[], signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = (): void => void child.kill();
  const ended = new Promise<string | null>((resolve, reject) => {
    child.on('error', reject).on('exit', (_code, killedBy) => resolve(killedBy));
  });
  signal.addEventListener('abort', stop);
  try {
    const [errors, killedBy] = await Promise.all([text(child.stderr), ended]);
    signal.throwIfAborted();
    if (killedBy !== null) throw failure(`The official MCP suite was ended by ${killedBy}.`);
    return errors;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Reads the results of a scenario, which has a separate folder. */
async function readScenario(folder: string, name: string, suite: string): Promise<readonly CheckedCase[]> {
  const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, '');
  const checks: unknown = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'));
  const results = (Array.isArray(checks) ? checks : []).filter(isObject);
  return results.flatMap(({ id, status, errorMessage }): readonly CheckedCase[] => {
    const caseStatus = statuses.get(String(status));
    if (caseStatus === undefined) return [];
    const message = typeof errorMessage === 'string' ? { message: errorMessage } : {};
    return [{ suite, title: `${scenario}: ${String(id)}`, requirements: [], status: caseStatus, ...message }];
  });
}

const statuses: ReadonlyMap<string, CheckedCase['status']> = new Map([
  ['SUCCESS', 'pass'],
  ['FAILURE', 'fail'],
  ['WARNING', 'warn'],
  ['SKIPPED', 'skip'],
]);
