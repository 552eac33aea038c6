import type { IdempotencyStore } from '@toolwire/idempotency';
import { checkNames, idempotencyLimitNames, type NamesOf, readIdempotencyLimits } from '@toolwire/internal';
import { ClaimDigests } from './digests.ts';
import { idempotencyStatements } from './idempotency-statements.ts';
import { PostgresClaims } from './idempotency-store.ts';
import { checkPool, type PostgresPool, RetryingPool } from './postgres-pool.ts';
import { checkReady } from './readiness.ts';
import { defaultSchema, quotedSchema } from './sql.ts';

/** How an idempotency store uses PostgreSQL. */
export interface PostgresIdempotencyStoreOptions {
  /** The schema of the tables. Default: `toolwire`. Servers that share calls need the same value. */
  readonly schema?: string | undefined;
  /** How long results are stored, in milliseconds. Default: 15 minutes. Must be longer than your callers retry. */
  readonly ttlMs?: number | undefined;
  /** How long a claim lasts without renewal, in milliseconds. Default: 10 seconds. Must be the same in all servers. */
  readonly leaseMs?: number | undefined;
  /** The approximate size of all results stored within `ttlMs`, in bytes. Default: 1 GiB. Beyond it, only the fact that a call ran is stored. */
  readonly maxBytes?: number | undefined;
  /** Keys the digests of keys and inputs, so that readers of the table can't guess them. Must be the same in all servers. */
  readonly secret?: string | undefined;
  /** Accepts tables and settings that lose the latest writes in a crash of PostgreSQL. */
  readonly allowUnlogged?: boolean | undefined;
}

/** An idempotency store that several processes share. */
export interface PostgresIdempotencyStore extends IdempotencyStore {
  /** Await it before the server accepts calls. Rejects if tables are missing, claims could be lost, or PostgreSQL doesn't respond. */
  ready(): Promise<void>;
}

/** A shorter lease doesn't shorten the timeout of a silent connection: each call has its own timeout. */
const minTimeoutMs = 10_000;

const optionNames: NamesOf<PostgresIdempotencyStoreOptions> = {
  schema: true,
  ...idempotencyLimitNames,
  secret: true,
  allowUnlogged: true,
};

/** Creates an idempotency store on PostgreSQL. Its tables are created by `migrate`. */
export function createPostgresIdempotencyStore(
  pool: PostgresPool,
  options: PostgresIdempotencyStoreOptions = {},
): PostgresIdempotencyStore {
  checkNames('createPostgresIdempotencyStore()', options, optionNames);
  checkPool(pool);
  const limits = readIdempotencyLimits(options, { ttlMs: 15 * 60_000, leaseMs: 10_000, maxBytes: 1024 ** 3 });
  const schema = quotedSchema(options.schema ?? defaultSchema);
  const retrying = new RetryingPool(pool, schema, Math.max(limits.leaseMs, minTimeoutMs));
  return new PostgresClaims({
    pool: retrying,
    statements: idempotencyStatements(schema),
    digests: new ClaimDigests(options.secret),
    limits,
    ready: () => checkReady({ pool: retrying, schema, allowUnlogged: options.allowUnlogged === true }),
  });
}
