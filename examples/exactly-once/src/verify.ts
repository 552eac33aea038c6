import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { check, post, read, serve, toolCall } from '@toolwire-examples/verify';
import { Pool } from 'pg';
import { openPool } from './database.ts';
import { startServer } from './processes.ts';

// Calls run on two servers, which are killed in turn. Now and then, the database closes all connections.
const kills = Number(process.env['KILLS'] ?? 10);
const callers = 8;
const mostPauseMs = 500;
const address = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

// A separate database for this run.
const admin = new Pool({ connectionString: address });
const name = `exactly_once_${randomUUID().slice(0, 8)}`;
await admin.query(`create database ${name}`);
const database = new URL(address);
database.pathname = name;
const pool = openPool(database.href);

// The mail service delivers a key once. Its response is lost now and then.
const delivered = new Map<string, number>();
const mail = await serve(
  createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    delivered.set(key, (delivered.get(key) ?? 0) + 1);
    if (Math.random() < 0.05) request.socket.destroy();
    else response.end();
  }),
);

const environment = { DATABASE_URL: database.href, MAIL_URL: mail.url, LEASE_MS: '1000', ALLOW_LOSS: '1' };
const servers = await Promise.all([startServer(environment), startServer(environment)]);
let isOver = false;
const values: unknown[] = [];
const refusals: unknown[] = [];

/** Places orders one after the other. Each is repeated with its call ID until it has an outcome. */
async function placeOrders(): Promise<void> {
  while (!isOver) {
    const input = { item: 'lamp', quantity: 1, email: 'ada@example.com' };
    const request = { ...requestOf(input), call_id: randomUUID() };
    for (let tries = 0; ; tries += 1) {
      const server = servers[tries % servers.length];
      const answer = await post(`${server?.url}/tools/call`, { request }).catch(() => undefined);
      if (answer !== undefined && read(answer, 'result.success') === true) {
        values.push(read(answer, 'result.value.order'));
        break;
      }
      if (answer !== undefined && read(answer, 'result.error.can_retry') !== true) {
        refusals.push(answer.body);
        break;
      }
      await wait(50);
    }
  }
}

const requestOf = (input: object): object => (toolCall('Shop.PlaceOrder', input) as { request: object }).request;
const orders = Array.from({ length: callers }, placeOrders);
const cut = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';
for (let kill = 0; kill < kills; kill += 1) {
  await wait(Math.random() * mostPauseMs);
  if (kill % 5 === 4) await admin.query(cut, [name]);
  await servers[kill % 2]?.kill();
  servers[kill % 2] = await startServer(environment);
}
isOver = true;
await Promise.all(orders);

const count = async (query: string): Promise<number> =>
  Number((await pool.query<{ count: string }>(query)).rows[0]?.count);
while ((await count('select count(*) from outbox')) > 0) await wait(100);
const placed = await count('select count(*) from orders');
const sent = [...delivered.values()].reduce((sum, times) => sum + times, 0);
console.log(`${values.length} calls, ${kills} kills, ${placed} orders, ${sent} requests to the mail service`);
check('every call got its order', refusals, []);
check('each has a different one', new Set(values).size, values.length);
check('there is no order without a call', placed, values.length);
check('the stock is lower by the orders', await count('select 1000000 - quantity as count from stock'), placed);
check('each order has one confirmation, by its key', delivered.size, placed);

await Promise.all(servers.map((server) => server.kill()));
mail.close();
await pool.end();
await admin.query(`drop database ${name} with (force)`);
await admin.end();
