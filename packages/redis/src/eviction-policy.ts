import type { Connection } from './connection.ts';

/** Rejects where Redis drops keys to make room: a claim that is dropped is a call that runs twice. */
export async function refuseEviction(connection: Connection): Promise<void> {
  const policy = /maxmemory_policy:(\S+)/.exec(await memoryInfo(connection))?.[1];
  if (policy === undefined || policy === 'noeviction') return;
  throw new Error(
    `Redis has the maxmemory-policy '${policy}' and may drop claims and answers at any time, so that calls would run twice. Set maxmemory-policy to noeviction, or use another Redis for caches.`,
  );
}

async function memoryInfo(connection: Connection): Promise<string> {
  try {
    return String(await connection.send(['INFO', 'memory']));
  } catch (error) {
    // Some hosts let nobody ask; then there is nothing to go by.
    if (error instanceof Error && error.message.startsWith('NOPERM')) return '';
    throw error;
  }
}
