import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithParent } from './end-with-parent.ts';
import { freePort } from './free-port.ts';
import { unprivilegedUser } from './postgres-server.ts';
import { reasonUnless } from './reason-unless.ts';

/** A PgBouncer in front of a PostgreSQL. */
export interface Pgbouncer {
  readonly url: string;
  /** Kills it, and starts it again. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Debian has it in a folder that is not in the path of each user. */
const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find((path) => spawnSync(path, ['--version']).status === 0);

/** Why tests behind PgBouncer cannot run here; with CI=true they run all the same, and fail. */
export const noPgbouncer: string | undefined = reasonUnless(
  program !== undefined,
  'there is no pgbouncer; install it, as with `apt-get install pgbouncer`',
);

/** Starts a PgBouncer in transaction mode with few connections to PostgreSQL, so that each of them serves several clients. */
export async function startPgbouncer(postgresUrl: string): Promise<Pgbouncer> {
  const found = program;
  if (found === undefined) throw new Error('There is no pgbouncer program; install it.');
  const { hostname, port: postgresPort, username, pathname } = new URL(postgresUrl);
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-pgbouncer-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${postgresPort} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 3',
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  if (user !== undefined) for (const path of [folder, file]) chownSync(path, user.uid, user.gid);
  let child: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const close = async (): Promise<void> => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const start = async (): Promise<void> => {
    child = spawn(found, [file], { ...user, stdio: 'ignore', cwd: folder });
    endWithParent(child);
    for (let tries = 0; tries < 400; tries += 1) {
      if (await accepts(port)) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await close();
    throw new Error(`PgBouncer does not listen on port ${port}.`);
  };
  await start();
  const restart = async (): Promise<void> => {
    await stop();
    await start();
  };
  return { url: `postgres://${username}@127.0.0.1:${port}${pathname}`, restart, close };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const conclude = (isUp: boolean): void => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('error', () => conclude(false));
    socket.once('connect', () => conclude(true));
  });
}
