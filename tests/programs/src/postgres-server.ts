import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { endWithParent } from './end-with-parent.ts';
import { freePort } from './free-port.ts';
import { reasonUnless } from './reason-unless.ts';

/** A PostgreSQL of a test's own, which it may treat as it likes. */
export interface PostgresServer {
  readonly url: string;
  /** Sends a signal to each of its processes. */
  signal(name: NodeJS.Signals): void;
  /** Ends it, by this signal to each of its processes, or in good order, and waits for its end. */
  stop(signal?: 'SIGKILL'): Promise<void>;
  /** Restarts it with its stored data. */
  start(): Promise<void>;
  /** Ends it for good, and removes its files. */
  remove(): Promise<void>;
}

const folder = folderOfPrograms();
const shared = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Why tests that treat a PostgreSQL badly cannot run here; with CI=true they run all the same, and fail. */
export const noPostgresServer: string | undefined = reasonUnless(
  folder !== undefined,
  'there is no postgres program; install it, as with `apt-get install postgresql`',
);

/** Why tests that need any PostgreSQL cannot run here. */
export const noPostgres: string | undefined = reasonUnless(
  folder !== undefined || (await answers(shared)),
  `no response from ${shared}, and there is no postgres program; start a PostgreSQL, or set DATABASE_URL`,
);

/** The existing PostgreSQL, or a separate one for the test. */
export async function anyPostgres(): Promise<Pick<PostgresServer, 'url' | 'remove'>> {
  return (await answers(shared)) ? { url: shared, remove: async () => undefined } : startPostgres();
}

/** Starts a PostgreSQL with these settings, such as `fsync=off`. */
export function startPostgres(...settings: readonly string[]): Promise<PostgresServer> {
  return startPostgresIn(tmpdir(), ...settings);
}

/** Starts a PostgreSQL with its files in this folder, which remains. */
export function startPostgresIn(parent: string, ...settings: readonly string[]): Promise<PostgresServer> {
  return startWith(parent, settings, (files) => [
    'initdb',
    ['-D', files, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
  ]);
}

/** Starts a standby that follows a PostgreSQL under this name, which `synchronous_standby_names` can include. */
export function startStandbyOf(
  primary: PostgresServer,
  name: string,
  ...settings: readonly string[]
): Promise<PostgresServer> {
  const source = `${primary.url}?application_name=${name}`;
  return startWith(tmpdir(), settings, (files) => [
    'pg_basebackup',
    ['-D', files, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', source],
  ]);
}

type MakeFiles = (files: string) => readonly [program: string, arguments_: readonly string[]];

async function startWith(parent: string, settings: readonly string[], makeFiles: MakeFiles): Promise<PostgresServer> {
  if (folder === undefined) throw new Error('There is no postgres program; install it.');
  const user = unprivilegedUser();
  const files = mkdtempSync(join(parent, 'toolwire-postgres-'));
  if (user !== undefined) chownSync(files, user.uid, user.gid);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const [program, make] = makeFiles(files);
  const made = spawnSync(join(folder, program), make, { ...user, encoding: 'utf8', cwd: files });
  if (made.status !== 0) throw new Error(`${program} failed: ${made.stderr}`);
  const options = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];

  let child: ChildProcess | undefined;
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of child?.pid === undefined || hasEnded(child) ? [] : [child.pid, ...childrenOf(child.pid)]) {
      sendSignal(pid, name);
    }
  };
  const stop = async (name?: 'SIGKILL'): Promise<void> => {
    if (child === undefined || hasEnded(child)) return;
    const ended = once(child, 'exit');
    signal('SIGCONT');
    if (name === undefined) child.kill('SIGINT');
    else signal(name);
    await ended;
  };
  const start = async (): Promise<void> => {
    // The rest of killed processes prevents its start for a moment.
    for (let tries = 0; tries < 200; tries += 1) {
      child = spawn(join(folder, 'postgres'), ['-D', files, ...options.flatMap((option) => ['-c', option])], {
        ...user,
        stdio: 'ignore',
        cwd: files,
      });
      endWithParent(child);
      if (await untilAnswers(url, child)) return;
    }
    throw new Error(`PostgreSQL does not answer at ${url}.`);
  };
  await start();
  return {
    url,
    signal,
    stop,
    start,
    remove: async () => {
      await stop('SIGKILL');
      rmSync(files, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** Where `postgres` and `initdb` are; Debian has them in a folder for each version, and not in the path. */
function folderOfPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  const found = folders.find((one) => existsSync(join(one, 'initdb')) && existsSync(join(one, 'postgres')));
  // A folder with links may not have all programs.
  return found === undefined ? undefined : dirname(realpathSync(join(found, 'initdb')));
}

/** PostgreSQL and PgBouncer refuse to run as root. */
export function unprivilegedUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('There is no user to run PostgreSQL as.');
  return { uid: Number(uid), gid: Number(gid) };
}

function childrenOf(parent: number): number[] {
  const found = spawnSync('ps', ['-o', 'pid=', '--ppid', String(parent)], { encoding: 'utf8' });
  return found.stdout
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has already ended.
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'ESRCH') throw error;
  }
}

async function untilAnswers(url: string, child: ChildProcess): Promise<boolean> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    if (hasEnded(child)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return false;
    }
    if (await answers(url)) return true;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return false;
}

function answers(url: string): Promise<boolean> {
  const { hostname, port, username, password, pathname } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port) || 5432, hostname);
    const conclude = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(5_000, () => conclude(false));
    socket.once('error', () => conclude(false));
    socket.once('close', () => conclude(false));
    // A start or shutdown is not a result, and a required password is one only for a client with the password.
    socket.once('data', (data) => conclude(data[0] === 0x52 && (password !== '' || data.readInt32BE(5) === 0)));
    socket.once('connect', () => socket.write(startupMessage(username || 'postgres', pathname.slice(1) || 'postgres')));
  });
}

/** How a client of PostgreSQL begins. */
function startupMessage(user: string, database: string): Buffer {
  const body = Buffer.from(`\0\x03\0\0user\0${user}\0database\0${database}\0\0`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
}
