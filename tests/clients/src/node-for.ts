import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import type { PublishedClient } from './client.ts';

const run = promisify(execFile);

/** Whether the client runs on the Node of this process. */
export function runsHere({ node }: PublishedClient): boolean {
  return Number(process.versions.node.split('.')[0]) >= node;
}

/** The oldest client that wants a newer Node still runs on this one, which npm fetches. */
export async function newerNode(): Promise<string> {
  const { stdout } = await run('npx', ['--yes', '--package', 'node@24', '--call', 'node -p process.execPath']);
  return stdout.trim();
}
