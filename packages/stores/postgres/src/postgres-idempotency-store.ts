import type { IdempotencyStore } from '@toolwire/idempotency';
import { byteCount, checkNames, checkNumber, type NamesOf, StartUpError, wholeMs } from '@toolwire/internal';
import { callStatements } from './call-statements.ts';
import { PatientPool } from './patient-pool.ts';
import { PostgresCalls } from './postgres-calls.ts';
import { checkPool, type PostgresPool } from './postgres-pool.ts';
import { checkReady } from './readiness.ts';
import { quotedSchema, usualSchema } from './schema-name.ts';

/** How claims and answers are kept on PostgreSQL. */
export interface PostgresIdempotencyStoreOptions {
  /** The schema of the tables; `toolwire` if left out. Servers that share calls share it. */
  readonly schema?: string | undefined;
  /** How long answers are kept, in milliseconds; 15 minutes if left out. Longer than your callers go on trying. */
  readonly ttlMs?: number | undefined;
  /** How long a claim that is not renewed lasts, in milliseconds; 10 seconds if left out. The same in all servers. */
  readonly leaseMs?: number | undefined;
  /** About how many bytes of answers are kept within `ttlMs`, all together; 1 GiB if left out. Beyond, only that a call has run. */
  readonly maxBytes?: number | undefined;
  /** How many of them those of one owner may take; a quarter if left out. */
  readonly maxBytesPerOwner?: number | undefined;
  /** Keys the digests of keys and inputs, so that who reads the table cannot try out whose, or of which input, they are. The same in all servers. */
  readonly secret?: string | undefined;
  /** Takes tables and settings that lose what came last when PostgreSQL crashes. */
  readonly allowUnlogged?: boolean | undefined;
}

/** A store that several processes share. */
export interface PostgresIdempotencyStore extends IdempotencyStore {
  /** To be awaited before a server takes calls. Rejects, in words that say what to do, where tables are missing, claims could be lost, or nobody answers. */
  ready(): Promise<void>;
}

/** Whoever runs calls has a limit of its own; after this long, a connection is given up that is silent. */
const silentMs = 10_000;

const optionNames: NamesOf<PostgresIdempotencyStoreOptions> = {
  schema: true,
  ttlMs: true,
  leaseMs: true,
  maxBytes: true,
  maxBytesPerOwner: true,
  secret: true,
  allowUnlogged: true,
};

/** Makes a store of keyed calls on PostgreSQL, whose tables `migrate` has made. */
export function createPostgresIdempotencyStore(
  pool: PostgresPool,
  options: PostgresIdempotencyStoreOptions = {},
): PostgresIdempotencyStore {
  checkNames('createPostgresIdempotencyStore()', options, optionNames);
  checkPool(pool);
  const { ttlMs = 15 * 60_000, leaseMs = 10_000, maxBytes = 1024 ** 3, secret } = options;
  const { maxBytesPerOwner = Math.ceil(maxBytes / 4) } = options;
  checkNumber('leaseMs', leaseMs, wholeMs);
  checkNumber('ttlMs', ttlMs, wholeMs);
  if (ttlMs < leaseMs) {
    throw new StartUpError('TW_OPTION_NUMBER', `ttlMs is ${ttlMs}. Give at least leaseMs, which is ${leaseMs}.`);
  }
  checkNumber('maxBytes', maxBytes, byteCount);
  checkNumber('maxBytesPerOwner', maxBytesPerOwner, byteCount);
  const schema = quotedSchema(options.schema ?? usualSchema);
  const patient = new PatientPool(pool, schema, Math.max(leaseMs, silentMs));
  return new PostgresCalls({
    pool: patient,
    statements: callStatements(schema),
    leaseMs,
    limits: { ttlMs, maxBytes, maxBytesPerOwner },
    secret,
    ready: () => checkReady({ pool: patient, schema, allowsUnlogged: options.allowUnlogged === true }),
  });
}
