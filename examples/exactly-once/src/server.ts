import { createPostgresTaskStore } from '@toolwire/postgres';
import { createMemoryTaskEngine } from '@toolwire/tasks';
import { toolwire } from 'toolwire';
import { createTables, openPool } from './database.ts';
import { type Message, sendForever } from './outbox.ts';
import { shopTools } from './tools.ts';

const { DATABASE_URL, MAIL_URL, PORT = '3000', LEASE_MS = '10000', ALLOW_LOSS } = process.env;
const connectionString = DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const pool = openPool(connectionString);
await createTables(pool);

/** Sends a message to the mail service, which ignores a key that it has seen. */
async function send({ key, recipient, text }: Message): Promise<void> {
  if (MAIL_URL === undefined) return console.log(`To ${recipient}: ${text}`);
  const response = await fetch(MAIL_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ recipient, text }),
    signal: AbortSignal.timeout(5_000),
  });
  if (!response.ok) throw new Error(`The mail service returned ${response.status}.`);
}

const leaseMs = Number(LEASE_MS);
const server = toolwire({
  tools: shopTools(pool),
  tasks: {
    store: createPostgresTaskStore(pool, { allowUnlogged: ALLOW_LOSS === '1' }),
    engine: createMemoryTaskEngine(),
    leaseMs,
    sweepMs: leaseMs,
  },
});
const { url } = await server.listen(Number(PORT));
console.log(`Listening on ${url}/tools/call and ${url}/mcp (process ${process.pid})`);
await sendForever(pool, send);
