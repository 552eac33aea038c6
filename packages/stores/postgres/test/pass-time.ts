import { slowness } from '@toolwire/tasks/contract';
import type { Pool } from 'pg';

/** Lets time pass for a slowed store: all that waits for a moment waits for an earlier one. */
export async function pass(pool: Pool, schema: string, ms: number): Promise<void> {
  const earlier = `- interval '1 millisecond' * ${ms * slowness}`;
  await pool.query(`UPDATE ${schema}.tasks SET expires_at = expires_at ${earlier}, lease_ends = lease_ends ${earlier}`);
  await pool.query(`UPDATE ${schema}.places SET asked_until = asked_until ${earlier}`);
}
