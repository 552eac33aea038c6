import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithParent } from './end-with-parent.ts';
import { freePort } from './free-port.ts';
import { reasonUnless } from './reason-unless.ts';

export { reasonUnless } from './reason-unless.ts';

/** A Redis of a test's own, which it may treat as it likes. */
export interface RedisServer {
  readonly url: string;
  signal(name: NodeJS.Signals): void;
  /** Ends the process, by this signal, and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Restarts it with its stored data. */
  start(): Promise<void>;
  /** Ends it for good, and removes its files. */
  remove(): Promise<void>;
}

const hasProgram = spawnSync('redis-server', ['--version']).status === 0;
const shared = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';

/** Why tests that treat a Redis badly cannot run here; with CI=true they run all the same, and fail. */
export const noRedisServer: string | undefined = reasonUnless(
  hasProgram,
  'there is no redis-server; install it, as with `apt-get install redis-server`',
);

/** Why tests that need any Redis cannot run here. */
export const noRedis: string | undefined = reasonUnless(
  hasProgram || (await answers(shared)),
  `no response from ${shared}, and there is no redis-server; start a Redis, or set REDIS_URL`,
);

/** The existing Redis, or a separate one for the test. */
export async function anyRedis(): Promise<Pick<RedisServer, 'url' | 'remove'>> {
  return (await answers(shared)) ? { url: shared, remove: async () => undefined } : startRedis();
}

/** A setting, such as `appendonly yes`, which may depend on the port. */
export type RedisSetting = string | ((port: number) => string);

/** Starts a Redis with these settings. */
export function startRedis(...settings: readonly RedisSetting[]): Promise<RedisServer> {
  return startRedisIn({}, ...settings);
}

/** Starts a Redis with these settings, and with these variables in its environment. */
export async function startRedisIn(
  variables: Readonly<Record<string, string>>,
  ...settings: readonly RedisSetting[]
): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const options = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    'save ""',
    'enable-debug-command yes',
    ...settings.map((setting) => (typeof setting === 'string' ? setting : setting(port))),
  ];
  let child: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const [first = '', ...rest] = options.flatMap((option) => {
      const [name, ...values] = option.split(' ');
      return [`--${name}`, ...values.map((value) => (value === '""' ? '' : value))];
    });
    child = spawn('redis-server', [first, ...rest], { stdio: 'ignore', env: { ...process.env, ...variables } });
    endWithParent(child);
    await untilAnswers(url);
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
    signal: (name) => void child?.kill(name),
    stop,
    start,
    remove: async () => {
      await stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when a Redis answers. */
export async function untilAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    if (await answers(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Redis does not answer at ${url}.`);
}

function answers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port) || 6379, hostname);
    const conclude = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(5_000, () => conclude(false));
    socket.once('error', () => conclude(false));
    // An error is an answer too, such as that a password is needed; that it still reads its files is not.
    socket.once('data', (data) => conclude(!data.toString().startsWith('-LOADING')));
    socket.once('connect', () => socket.write('PING\r\n'));
  });
}
