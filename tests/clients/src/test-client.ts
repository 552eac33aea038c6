import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { type CapabilityResults, capabilities, type PublishedClient } from './client.ts';

/** The URLs of a test server. */
export interface ServerUrls {
  readonly url: string;
  /** The same tools, three per page; `undefined` if the server does not support pages. */
  readonly pagedUrl: string | undefined;
  /** Returns the started and ended runs of the slow tool. */
  readonly controlUrl: string;
}

/** How the reason begins when a client does not start. */
const notStarted = 'does not start';

/** How often to start a client that fails to start: some give their own processes few seconds, and other clients run at the same time. */
const mostStarts = 3;

/** Runs a client against a server, in a separate process with the Node version that it needs. */
export async function testClient(
  client: PublishedClient,
  folder: string,
  node: string,
  urls: ServerUrls,
): Promise<CapabilityResults> {
  let reason = '';
  for (let starts = 0; starts < mostStarts; starts += 1) {
    const { printed, errorOutput } = await runClient(client, folder, node, urls);
    const last = printed.trimEnd().split('\n').at(-1) ?? '';
    try {
      return JSON.parse(last) as CapabilityResults;
    } catch {
      const error = errorOutput.split('\n').find((line) => /error:/i.test(line));
      reason = `${notStarted}: ${error?.trim() ?? 'it ended without an error message'}`;
    }
  }
  return Object.fromEntries(capabilities.map((name) => [name, reason])) as CapabilityResults;
}

/** Whether a client started, with these results. */
export function hasStarted(results: CapabilityResults): boolean {
  return !Object.values(results).some((result) => result.startsWith(notStarted));
}

async function runClient(
  client: PublishedClient,
  folder: string,
  node: string,
  urls: ServerUrls,
): Promise<{ readonly printed: string; readonly errorOutput: string }> {
  const without = [...(client.without ?? []), ...(urls.pagedUrl === undefined ? ['all pages'] : [])];
  const child = spawn(node, [join(folder, 'run.mjs'), JSON.stringify({ ...urls, without })], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', OPENAI_API_KEY: 'none', MCP_REMOTE_CONFIG_DIR: join(folder, 'config') },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 480_000,
  });
  let printed = '';
  let errorOutput = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  await new Promise<void>((ended) => child.on('close', () => ended()));
  return { printed, errorOutput };
}
