import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { inTransaction } from './once.ts';

/** A message that another service must get. */
export interface Message {
  /** The idempotency key of the message, for the other service. */
  readonly key: string;
  readonly recipient: string;
  readonly text: string;
}

/**
 * Sends a few messages, and deletes them. After a crash in between, they are repeated with the same keys. Several processes may do this at
 * the same time: each message is locked by one of them.
 */
async function sendMessages(pool: Pool, send: (message: Message) => Promise<void>): Promise<number> {
  return inTransaction(pool, async (transaction) => {
    const { rows } = await transaction.query<Message>(
      'select key, recipient, text from outbox order by created_at limit 10 for update skip locked',
    );
    for (const message of rows) await send(message);
    await transaction.query('delete from outbox where key = any($1)', [rows.map(({ key }) => key)]);
    return rows.length;
  });
}

/** Sends messages until the process ends. A failure is reported, and the messages are retried. */
export async function sendForever(pool: Pool, send: (message: Message) => Promise<void>): Promise<never> {
  for (;;) {
    try {
      if ((await sendMessages(pool, send)) > 0) continue;
    } catch (error) {
      console.error(`Messages could not be sent, and are tried again: ${String(error)}`);
    }
    await wait(200);
  }
}
