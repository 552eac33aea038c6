import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithParent } from './end-with-parent.ts';
import { freePort } from './free-port.ts';
import { cli, until } from './redis-cli.ts';
import { type RedisServer, type RedisSetting, startRedis, untilAnswers } from './redis-server.ts';

/** A primary with two replicas, and three processes of Redis Sentinel that promote a replica when the primary fails. */
export interface RedisSentinelSet {
  /** The name of the primary in Sentinel. */
  readonly name: string;
  /** The primary and its replicas. */
  readonly servers: readonly RedisServer[];
  /** The addresses of the Sentinel processes. */
  readonly sentinels: readonly SentinelAddress[];
  /** Returns the primary that Sentinel reports. */
  primary(): RedisServer;
  /** Cuts the primary off from its replicas and from Sentinel, but not from its clients. Returns a function that reconnects it. */
  isolatePrimary(): () => void;
  /** Resolves when every Sentinel reports another primary, and the other replica follows it. */
  untilFailover(previous: RedisServer): Promise<void>;
  /** Resolves when all other servers follow the primary. */
  untilReplicated(): Promise<void>;
  remove(): Promise<void>;
}

interface SentinelAddress {
  readonly host: string;
  readonly port: number;
}

const name = 'toolwire';
const [replicas, sentinels] = [2, 3];

/** The user as which replicas and Sentinel connect to the servers. */
const peer = 'peer';
/** The commands with which Sentinel checks and demotes a primary. */
const sentinelCommands = ['ping', 'slaveof', 'replicaof'];
const peerRule = `user ${peer} on >${peer} ~* &* +@all`;

/** Starts the servers with these settings, such as `appendonly yes`, and their Sentinel processes. */
export async function startRedisSentinelSet(...settings: readonly RedisSetting[]): Promise<RedisSentinelSet> {
  const servers: RedisServer[] = [];
  const watchers: { readonly port: number; readonly remove: () => Promise<void> }[] = [];
  const remove = async (): Promise<void> => {
    await Promise.all([...watchers, ...servers].map((process) => process.remove()));
  };
  try {
    const common = ['repl-diskless-sync-delay 0', `masteruser ${peer}`, `masterauth ${peer}`, peerRule];
    const first = await startRedis(...common, ...settings);
    servers.push(first);
    while (servers.length <= replicas) {
      const of = `replicaof 127.0.0.1 ${portOf(first)}`;
      servers.push(await startRedis(...common, ...settings, of));
    }
    await until('the replicas follow', () => onlineReplicas(first) === replicas);
    while (watchers.length < sentinels) watchers.push(await startSentinel(portOf(first)));
    await until('each Sentinel knows all servers', () => watchers.every(({ port }) => knowsAll(port)));
  } catch (error) {
    await remove();
    throw error;
  }
  const primaryOf = (watcher: number): RedisServer => {
    const [, port] = sentinel(watcher, 'get-master-addr-by-name', name);
    const found = servers.find((server) => portOf(server) === Number(port));
    if (found === undefined) throw new Error(`Sentinel reports an unknown primary at port ${port}.`);
    return found;
  };
  const primary = (): RedisServer => primaryOf(watchers[0]?.port ?? 0);
  const hasFailedOver = (previous: RedisServer): boolean =>
    watchers.every(({ port }) => primaryOf(port) !== previous) && onlineReplicas(primary()) >= replicas - 1;
  return {
    name,
    servers,
    sentinels: watchers.map(({ port }) => ({ host: '127.0.0.1', port })),
    primary,
    isolatePrimary: () => {
      const port = `${portOf(primary())}`;
      // Deleting a user also closes its connections. Sentinel then connects as the default user, which clients use too.
      cli('-p', port, 'acl', 'setuser', 'default', ...sentinelCommands.map((command) => `-${command}`));
      cli('-p', port, 'acl', 'deluser', peer);
      return () => {
        cli('-p', port, 'acl', 'setuser', ...peerRule.split(' ').slice(1));
        cli('-p', port, 'acl', 'setuser', 'default', '+@all');
      };
    },
    untilFailover: (previous) => until('a replica takes over', () => hasFailedOver(previous)),
    untilReplicated: () => until('all servers follow the primary', () => onlineReplicas(primary()) === replicas),
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
    `sentinel auth-user ${name} ${peer}`,
    `sentinel auth-pass ${name} ${peer}`,
    // Longer than a busy machine delays a response: to replace a working primary loses writes.
    `sentinel down-after-milliseconds ${name} 4000`,
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
