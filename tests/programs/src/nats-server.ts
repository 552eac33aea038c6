import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithParent } from './end-with-parent.ts';
import { freePort } from './free-port.ts';
import { reasonUnless } from './reason-unless.ts';

/** A separate NATS for a test. */
export interface NatsServer {
  readonly url: string;
  readonly name: string;
  signal(name: NodeJS.Signals): void;
  /** Ends the process with this signal, and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Restarts it with its stored data. */
  start(): Promise<void>;
  /** Ends it for good, and removes its files. */
  remove(): Promise<void>;
}

/** Debian has it in a folder that is not in the path of each user. */
const program = ['nats-server', '/usr/sbin/nats-server'].find((path) => spawnSync(path, ['--version']).status === 0);
const shared = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222';

/** Why tests that kill or pause a NATS can't run here. With CI=true they run and fail. */
export const noNatsServer: string | undefined = reasonUnless(
  program !== undefined,
  'there is no nats-server; install it, as with `apt-get install nats-server`',
);

/** Why tests that need any NATS can't run here. */
export const noNats: string | undefined = reasonUnless(
  program !== undefined || (await hasJetstream(shared)),
  `no NATS with JetStream at ${shared}, and there is no nats-server; start one, or set NATS_URL`,
);

/** The existing NATS, or a separate one for the test. */
export async function anyNats(): Promise<Pick<NatsServer, 'url' | 'remove'>> {
  return (await hasJetstream(shared)) ? { url: shared, remove: async () => undefined } : startNats('--jetstream');
}

/** Starts a NATS with these arguments, such as `--jetstream`. */
export function startNats(...options: readonly string[]): Promise<NatsServer> {
  return startNatsIn({}, ...options);
}

/** The settings of a separate NATS. */
interface NatsPlace {
  readonly name?: string | undefined;
  /** The folder for its files. Default: the folder for temporary files. */
  readonly parent?: string | undefined;
}

/** Starts a NATS with these arguments, and with its files in a new folder of this place. */
export async function startNatsIn(
  { name = 'alone', parent = tmpdir() }: NatsPlace,
  ...options: readonly string[]
): Promise<NatsServer> {
  if (program === undefined) throw new Error('There is no nats-server; install it.');
  const folder = mkdtempSync(join(parent, 'toolwire-nats-'));
  const port = await freePort();
  const url = `nats://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    child = spawn(program, ['-a', '127.0.0.1', '-p', String(port), '-n', name, '-sd', folder, ...options], {
      stdio: 'ignore',
    });
    endWithParent(child);
    for (let tries = 0; tries < 2_000; tries += 1) {
      if ((await greetingOf(url)) !== undefined) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`NATS does not answer at ${url}.`);
  };
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill(signal);
    await ended;
  };
  await start();
  return {
    url,
    name,
    signal: (signal) => void child?.kill(signal),
    stop,
    start,
    remove: async () => {
      await stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a cluster of three servers with JetStream. */
export async function startNatsCluster(): Promise<readonly NatsServer[]> {
  const ports = [await freePort(), await freePort(), await freePort()];
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`).join();
  return Promise.all(
    ports.map((port, index) =>
      startNatsIn(
        { name: `server-${index}` },
        '--jetstream',
        '--cluster_name',
        'toolwire',
        '--cluster',
        `nats://127.0.0.1:${port}`,
        '--routes',
        routes,
      ),
    ),
  );
}

async function hasJetstream(url: string): Promise<boolean> {
  return (await greetingOf(url))?.includes('"jetstream":true') ?? false;
}

/** The first line of a NATS, with its features. */
function greetingOf(url: string): Promise<string | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port) || 4222, hostname);
    const conclude = (greeting?: string): void => {
      socket.destroy();
      resolve(greeting);
    };
    socket.setTimeout(5_000, () => conclude());
    socket.once('error', () => conclude());
    socket.once('close', () => conclude());
    socket.once('data', (data) => conclude(data.toString()));
  });
}
