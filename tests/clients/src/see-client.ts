import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { capabilities, type PublishedClient, type Seen } from './client.ts';

/** Where the server is that a client is to look at. */
export interface Sight {
  readonly url: string;
  /** The same tools, three to a page; `undefined` where the server has no pages. */
  readonly pagedUrl: string | undefined;
  /** Tells which runs of the slow tool have begun and ended. */
  readonly controlUrl: string;
}

/** Runs a client against a server, in a process of its own and on the Node that it needs. */
export async function seeClient(client: PublishedClient, folder: string, node: string, sight: Sight): Promise<Seen> {
  const without = [...(client.without ?? []), ...(sight.pagedUrl === undefined ? ['all pages'] : [])];
  const child = spawn(node, [join(folder, 'run.mjs'), JSON.stringify({ ...sight, without })], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', OPENAI_API_KEY: 'none', MCP_REMOTE_CONFIG_DIR: join(folder, 'config') },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 480_000,
  });
  let printed = '';
  let complained = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complained += text));
  await new Promise<void>((ended) => child.on('close', () => ended()));
  const last = printed.trimEnd().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(last) as Seen;
  } catch {
    const reason = complained.split('\n').find((line) => /error:/i.test(line)) ?? 'it ended without a word';
    return Object.fromEntries(capabilities.map((name) => [name, `does not start: ${reason.trim()}`])) as Seen;
  }
}
