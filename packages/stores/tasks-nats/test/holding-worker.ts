import process from 'node:process';
import { connect } from '@nats-io/transport-node';
import { nats } from '../src/index.ts';

// Reports each delivery to its parent, and never ends it.
const connection = await connect({ servers: process.env['NATS_URL'] ?? '', maxReconnectAttempts: -1 });
nats({ connection, lockMs: 1_000 }).work(({ taskId }) => {
  process.send?.(taskId);
  return new Promise(() => undefined);
});
