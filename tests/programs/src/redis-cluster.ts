import { connect } from 'node:net';
import { cli, until } from './redis-cli.ts';
import { type RedisServer, type RedisSetting, startRedisIn } from './redis-server.ts';

/** A node of a cluster. */
export interface ClusterNode extends RedisServer {
  readonly port: number;
}

/** A Redis Cluster of three primaries, each with a replica. */
export interface RedisCluster {
  readonly nodes: readonly ClusterNode[];
  /** Returns the primary of a key. */
  primaryOf(key: string): Promise<ClusterNode>;
  /** Moves the slot of a key to another primary, key by key, as resharding does. */
  moveSlot(key: string): Promise<void>;
  /** Lets the replica of the key's primary take over, without a failure. */
  promoteReplica(key: string): Promise<void>;
  /** Resolves when another node is the primary of the key. */
  untilFailover(key: string, previous: ClusterNode): Promise<void>;
  remove(): Promise<void>;
}

const primaries = 3;

/** Starts a cluster of six nodes with these settings, such as `appendonly yes`. */
export async function startRedisCluster(...settings: readonly RedisSetting[]): Promise<RedisCluster> {
  const nodes: ClusterNode[] = [];
  const remove = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.remove()));
  };
  try {
    while (nodes.length < 2 * primaries) {
      const server = await startRedisIn(
        {},
        'cluster-enabled yes',
        // The default, the port plus 10,000, can be above the highest port.
        (port) => `cluster-port ${port - 10_000}`,
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
  const readSlots = async (
    key: string,
  ): Promise<{ slot: string; owners: readonly ClusterNode[]; owner: ClusterNode | undefined }> => {
    const [first] = await alive();
    if (first === undefined) throw new Error('No node of the cluster responds.');
    const slot = cli('-p', `${first.port}`, 'cluster', 'keyslot', key).trim();
    const lines = cli('-p', `${first.port}`, 'cluster', 'nodes').split('\n').filter(isPrimary);
    const owners = lines.flatMap((line) => nodes.filter(({ port }) => port === portOf(line)));
    const line = lines.find((candidate) => ownsSlot(candidate, Number(slot)));
    return { slot, owners, owner: nodes.find(({ port }) => line !== undefined && port === portOf(line)) };
  };
  const primaryOf = async (key: string): Promise<ClusterNode> => {
    const { owner, slot } = await readSlots(key);
    if (owner === undefined) throw new Error(`No primary has the slot ${slot}.`);
    return owner;
  };
  const untilFailover: RedisCluster['untilFailover'] = (key, previous) =>
    until('a replica takes over', async () => {
      try {
        return (await primaryOf(key)).port !== previous.port;
      } catch {
        // During the failover, no primary has the slot.
        return false;
      }
    });
  return {
    nodes,
    primaryOf,
    async moveSlot(key) {
      const from = await primaryOf(key);
      const { slot, owners } = await readSlots(key);
      const to = owners.find(({ port }) => port !== from.port);
      if (to === undefined) throw new Error('The cluster has one primary only.');
      const idOf = (port: number): string => cli('-p', `${port}`, 'cluster', 'myid').trim();
      cli('-p', `${to.port}`, 'cluster', 'setslot', slot, 'importing', idOf(from.port));
      cli('-p', `${from.port}`, 'cluster', 'setslot', slot, 'migrating', idOf(to.port));
      const move = async (): Promise<boolean> => {
        const keys = cli('-p', `${from.port}`, 'cluster', 'getkeysinslot', slot, '100').split('\n').filter(Boolean);
        if (keys.length > 0) {
          cli('-p', `${from.port}`, 'migrate', '127.0.0.1', `${to.port}`, '', '0', '5000', 'keys', ...keys);
        }
        return keys.length === 0;
      };
      await until('the keys of the slot have moved', move);
      for (const { port } of [to, from, ...owners]) {
        cli('-p', `${port}`, 'cluster', 'setslot', slot, 'node', idOf(to.port));
      }
    },
    async promoteReplica(key) {
      const primary = await primaryOf(key);
      const lines = cli('-p', `${primary.port}`, 'info', 'replication');
      const replica = /^slave0:ip=[^,]*,port=(\d+),state=online/m.exec(lines)?.[1];
      if (replica === undefined) throw new Error(`The primary of ${key} has no replica.`);
      cli('-p', replica, 'cluster', 'failover');
      await untilFailover(key, primary);
    },
    untilFailover,
    remove,
  };
}

/** Whether a line of CLUSTER NODES describes a primary that has not failed. */
function isPrimary(line: string): boolean {
  const flags = line.split(' ')[2]?.split(',') ?? [];
  return flags.includes('master') && !flags.includes('fail');
}

function portOf(line: string): number {
  return Number(/^\S+ [^:]*:(\d+)@/.exec(line)?.[1]);
}

function ownsSlot(line: string, slot: number): boolean {
  return line
    .split(' ')
    .slice(8)
    .some((range) => {
      const [first, last = first] = range.split('-').map(Number);
      return first !== undefined && last !== undefined && slot >= first && slot <= last;
    });
}

function responds(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const conclude = (isUp: boolean): void => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('error', () => conclude(false));
    // On a busy machine, a node may need seconds.
    socket.setTimeout(5_000, () => conclude(false));
    socket.once('data', () => conclude(true));
    socket.once('connect', () => socket.write('PING\r\n'));
  });
}
