import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithParent } from './end-with-parent.ts';
import { freePort } from './free-port.ts';
import { cli, until } from './redis-cli.ts';
import { type RedisServer, startRedis, untilAnswers } from './redis-server.ts';

/** A primary with two replicas, and three processes of Redis Sentinel that promote a replica when the primary fails. */
export interface RedisSentinelSet {
  /** The name of the primary in Sentinel. */
  readonly name: string;
  /** The addresses of the Sentinel processes. */
  readonly sentinels: readonly SentinelAddress[];
  /** Returns the primary that Sentinel reports. */
  primary(): RedisServer;
  /** Resolves when another server is the primary. */
  untilFailover(previous: RedisServer): Promise<void>;
  remove(): Promise<void>;
}

interface SentinelAddress {
  readonly host: string;
  readonly port: number;
}

const name = 'toolwire';
const [replicas, sentinels] = [2, 3];

/** Starts the servers with these settings, such as `appendonly yes`, and their Sentinel processes. */
export async function startRedisSentinelSet(...settings: readonly string[]): Promise<RedisSentinelSet> {
  const servers: RedisServer[] = [];
  const watchers: { readonly port: number; readonly remove: () => Promise<void> }[] = [];
  const remove = async (): Promise<void> => {
    await Promise.all([...watchers, ...servers].map((process) => process.remove()));
  };
  try {
    const first = await startRedis('repl-diskless-sync-delay 0', ...settings);
    servers.push(first);
    while (servers.length <= replicas) {
      const of = `replicaof 127.0.0.1 ${portOf(first)}`;
      servers.push(await startRedis('repl-diskless-sync-delay 0', ...settings, of));
    }
    await until('the replicas follow', () => onlineReplicas(first) === replicas);
    while (watchers.length < sentinels) watchers.push(await startSentinel(portOf(first)));
    await until('each Sentinel knows all servers', () => watchers.every(({ port }) => knowsAll(port)));
  } catch (error) {
    await remove();
    throw error;
  }
  const primary = (): RedisServer => {
    const [watcher] = watchers;
    const [, port] = sentinel(watcher?.port ?? 0, 'get-master-addr-by-name', name);
    const found = servers.find((server) => portOf(server) === Number(port));
    if (found === undefined) throw new Error(`Sentinel reports an unknown primary at port ${port}.`);
    return found;
  };
  return {
    name,
    sentinels: watchers.map(({ port }) => ({ host: '127.0.0.1', port })),
    primary,
    untilFailover: (previous) => until('a replica takes over', () => primary() !== previous),
    remove,
  };
}

async function startSentinel(primary: number): Promise<{ readonly port: number; remove(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-sentinel-'));
  const port = await freePort();
  const file = join(folder, 'sentinel.conf');
  // Sentinel stores what it knows in its file of settings.
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor ${name} 127.0.0.1 ${primary} 2`,
    `sentinel down-after-milliseconds ${name} 1000`,
    `sentinel failover-timeout ${name} 6000`,
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  const child = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  endWithParent(child);
  await untilAnswers(`redis://127.0.0.1:${port}`);
  return {
    port,
    remove: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function knowsAll(port: number): boolean {
  const fields = sentinel(port, 'master', name);
  const count = (field: string): number => Number(fields[fields.indexOf(field) + 1]);
  return count('num-slaves') === replicas && count('num-other-sentinels') === sentinels - 1;
}

function onlineReplicas(server: RedisServer): number {
  return cli('-p', `${portOf(server)}`, 'info', 'replication').split('state=online').length - 1;
}

function sentinel(port: number, ...command: readonly string[]): readonly string[] {
  return cli('-p', `${port}`, 'sentinel', ...command).split('\n');
}

function portOf({ url }: RedisServer): number {
  return Number(new URL(url).port);
}
