import process from 'node:process';
import { noPostgresServer, startPostgres } from '../src/postgres-server.ts';
import { noRedisServer, startRedis } from '../src/redis-server.ts';
import { startReporting } from '../src/reporting-process.ts';

/** Starts the programs of tests, prints where they are, and waits to be killed. */
const { child } = JSON.parse(process.env['PROGRAM_SETTINGS'] ?? '{}') as { readonly child: string };
const [running, paused] = [await startReporting(child, {}), await startReporting(child, {})];
paused.signal('SIGSTOP');
const servers: string[] = [];
if (noRedisServer === undefined) servers.push((await startRedis()).url);
if (noPostgresServer === undefined) servers.push((await startPostgres('fsync=off')).url);
process.send?.('ready');
process.send?.({ pids: [running.pid, paused.pid], servers });
