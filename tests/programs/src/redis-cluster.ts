import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { noRedisServer, type RedisServer, startRedisIn } from './redis-server.ts';

export { noRedisServer } from './redis-server.ts';

/** A node of a cluster. */
export interface ClusterNode extends RedisServer {
  readonly port: number;
}

/** A Redis Cluster of three primaries, each with a replica. */
export interface RedisCluster {
  readonly nodes: readonly ClusterNode[];
  /** Returns the primary of a key. */
  primaryOf(key: string): Promise<ClusterNode>;
  /** Moves all slots of a key's primary to another primary. */
  moveSlots(key: string): Promise<void>;
  /** Resolves when another node is the primary of the key. */
  untilFailover(key: string, previous: ClusterNode): Promise<void>;
  remove(): Promise<void>;
}

const primaries = 3;

/** Starts a cluster of six nodes with these settings, such as `appendonly yes`. */
export async function startRedisCluster(...settings: readonly string[]): Promise<RedisCluster> {
  const nodes: ClusterNode[] = [];
  const remove = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.remove()));
  };
  try {
    while (nodes.length < 2 * primaries) {
      const server = await startRedisIn(
        {},
        'cluster-enabled yes',
        'cluster-node-timeout 1500',
        'cluster-replica-validity-factor 0',
        'repl-diskless-sync-delay 0',
        ...settings,
      );
      nodes.push({ ...server, port: Number(new URL(server.url).port) });
    }
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
    cli('--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes');
    await until(
      'each primary has a replica',
      async () =>
        nodes.every(({ port }) => /cluster_state:ok/.test(cli('-p', `${port}`, 'cluster', 'info'))) &&
        nodes.filter(({ port }) => /connected_slaves:1/.test(cli('-p', `${port}`, 'info', 'replication'))).length ===
          primaries,
    );
  } catch (error) {
    await remove();
    throw error;
  }

  const alive = async (): Promise<readonly ClusterNode[]> => {
    const answers = await Promise.all(nodes.map(({ port }) => responds(port)));
    return nodes.filter((_node, index) => answers[index]);
  };
  const primaryOf = async (key: string): Promise<ClusterNode> => {
    const [first] = await alive();
    if (first === undefined) throw new Error('No node of the cluster responds.');
    const slot = Number(cli('-p', `${first.port}`, 'cluster', 'keyslot', key));
    const ranges = cli('-p', `${first.port}`, 'cluster', 'nodes')
      .split('\n')
      .filter((line) => / (myself,)?master /.test(line));
    const line = ranges.find((candidate) => ownsSlot(candidate, slot));
    const port = Number(/^\S+ [^:]*:(\d+)@/.exec(line ?? '')?.[1]);
    const primary = nodes.find((node) => node.port === port);
    if (primary === undefined) throw new Error(`No primary has the slot ${slot}.`);
    return primary;
  };
  return {
    nodes,
    primaryOf,
    async moveSlots(key) {
      const from = await primaryOf(key);
      const idOf = (port: number): string => cli('-p', `${port}`, 'cluster', 'myid').trim();
      const masters = cli('-p', `${from.port}`, 'cluster', 'nodes')
        .split('\n')
        .filter((line) => / (myself,)?master /.test(line));
      const to = masters.map((line) => line.split(' ')[0] ?? '').find((id) => id !== idOf(from.port)) ?? '';
      const options = [
        '--cluster-from',
        idOf(from.port),
        '--cluster-to',
        to,
        '--cluster-slots',
        '16384',
        '--cluster-yes',
      ];
      cli('--cluster', 'reshard', `127.0.0.1:${from.port}`, ...options);
    },
    untilFailover: (key, previous) =>
      until('a replica takes over', async () => {
        try {
          return (await primaryOf(key)).port !== previous.port;
        } catch {
          // During the failover, no primary has the slot.
          return false;
        }
      }),
    remove,
  };
}

function ownsSlot(line: string, slot: number): boolean {
  if (/ (fail\??|noaddr)[ ,]|,fail/.test(line)) return false;
  return line
    .split(' ')
    .slice(8)
    .some((range) => {
      const [first, last = first] = range.split('-').map(Number);
      return first !== undefined && slot >= first && slot <= (last ?? first);
    });
}

function cli(...options: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('redis-cli', options, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`redis-cli ${options.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Not within a minute: ${what}.`);
}

function responds(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const conclude = (isUp: boolean): void => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('error', () => conclude(false));
    socket.setTimeout(1_000, () => conclude(false));
    socket.once('data', () => conclude(true));
    socket.once('connect', () => socket.write('PING\r\n'));
  });
}
