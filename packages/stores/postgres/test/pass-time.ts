import type { TaskStore } from '@toolwire/tasks';
import { slowedStore } from '@toolwire/tasks/contract';
import type { Pool } from 'pg';

const slowness = 100;

/** A store for the cases of the contract, whose times slow machines meet too. */
export function slowed(store: TaskStore): TaskStore {
  return slowedStore(store, slowness);
}

/** Moves all times of a slowed store into the past. */
export async function pass(pool: Pool, schema: string, ms: number): Promise<void> {
  const earlier = `- interval '1 millisecond' * ${ms * slowness}`;
  await pool.query(
    `UPDATE ${schema}.tasks SET expires_at = expires_at ${earlier}, lease_ends = lease_ends ${earlier}, ended_at = ended_at ${earlier}`,
  );
  await pool.query(`UPDATE ${schema}.slots SET waits_until = waits_until ${earlier}`);
}
