import { tmpdir } from 'node:os';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { type NatsServer, startNatsCluster, startNatsIn } from '@toolwire/programs/nats';
import { during, type FaultParts, pauseMs, pauses, type StartedDatabase, startProxies } from './database-fault.ts';
import { startPostgresDatabase } from './postgres-databases.ts';

interface NatsParts extends FaultParts {
  /** Whether a cluster of three servers and a standby of PostgreSQL run, so that others can take over. */
  readonly isCluster: boolean;
}

/** Starts NATS for the engine, and PostgreSQL for the store. Each fault affects both. */
export async function startNatsDatabase({ isCluster, ...parts }: NatsParts): Promise<StartedDatabase> {
  const postgres = await startPostgresDatabase({ ...parts, isPooled: false, hasStandby: isCluster });
  const servers = isCluster
    ? await startNatsCluster()
    : [await startNatsIn({ parent: parts.disk?.folder ?? tmpdir() }, '--jetstream')];
  const [first] = servers;
  if (first === undefined) throw new Error('No NATS has started.');
  const urls = servers.map(({ url }) => url);
  const proxies = parts.hasProxy ? await startProxies(urls) : undefined;
  const kill = async (): Promise<void> => {
    await first.stop('SIGKILL');
    await first.start();
  };
  const { disk } = parts;
  const faults: StartedDatabase['faults'] = {
    'kill database': kill,
    // NATS 2.9 stops responding when a write fails, because it waits for its own lock, so its supervisor restarts it.
    ...(disk && {
      'fill disk': async (untilObserved) => {
        await during(pauseMs, disk.fill, disk.free, untilObserved);
        await kill();
      },
    }),
    ...pauses(() => first),
    ...proxies?.faults,
    ...(isCluster && { 'fail over': () => removeLeader(servers) }),
  };
  return {
    url: postgres.url,
    queueUrl: (proxies?.urls ?? urls).join(),
    faults: bothAtOnce(postgres.faults, faults),
    remove: async () => {
      await proxies?.close();
      await Promise.all(servers.map((server) => server.remove()));
      await postgres.remove();
    },
  };
}

function bothAtOnce(one: StartedDatabase['faults'], other: StartedDatabase['faults']): StartedDatabase['faults'] {
  const names = Object.keys({ ...one, ...other }) as (keyof StartedDatabase['faults'])[];
  const inject =
    (name: keyof StartedDatabase['faults']) =>
    async (untilObserved?: () => Promise<void>): Promise<void> => {
      await Promise.all([one[name]?.(untilObserved), other[name]?.(untilObserved)]);
    };
  return Object.fromEntries(names.map((name) => [name, inject(name)]));
}

/** Ends the server that leads the stream, for good. */
async function removeLeader(servers: readonly NatsServer[]): Promise<void> {
  const connection = await connect({ servers: servers.map(({ url }) => url) });
  const { streams } = await jetstreamManager(connection);
  const { cluster } = await streams.info('toolwire-tasks');
  await connection.close();
  const leader = servers.find(({ name }) => name === cluster?.leader);
  if (leader === undefined) throw new Error('The stream has no leader.');
  await leader.stop('SIGKILL');
}
