// Two processes share the durable calls of a tool on PostgreSQL. Start a call in one, and get its result from the other.
import { apiKey } from '@toolwire/auth';
import { createClient } from '@toolwire/client';
import { createPostgresTaskStore, migrate } from '@toolwire/postgres';
import { createMemoryTaskEngine } from '@toolwire/tasks';
import { Pool } from 'pg';
import { defineTool, toolwire } from 'toolwire';

const pool = new Pool({ connectionString: process.env['DATABASE_URL'] });
await migrate(pool);
const store = createPostgresTaskStore(pool);
await store.ready();
const roll = defineTool({
  id: 'Dice.Roll',
  version: '1.0.0',
  description: 'Rolls a large die.',
  taskSupport: 'optional',
  annotations: { readOnly: true },
  run: async (_input, { signal, save }) => {
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const rolled = Math.random();
    await save(rolled);
    return rolled;
  },
});

const key = 'k'.repeat(32);
const callId = `roll-${process.pid}`;
const values = [];
for (const server of [0, 1].map(() =>
  toolwire({
    tools: [roll],
    limits: { deferAfterMs: 50 },
    tasks: { store, engine: createMemoryTaskEngine() },
    auth: apiKey({ keys: { ada: key } }),
  }),
)) {
  const { url, close } = await server.listen(0);
  const client = createClient({ url, auth: { apiKey: key } });
  const result = await client.call('Dice.Roll', {}, { callId, follow: { maxMs: 60_000 } });
  values.push(result.kind === 'value' && result.value);
  await close();
}
await pool.end();
console.log('same', typeof values[0] === 'number' && values[0] === values[1]);
