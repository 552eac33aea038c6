const engines = ['memory', 'sqlite', 'bullmq-redis', 'bullmq-postgres'] as const;
const roles = ['all', 'web', 'worker'] as const;

/** The settings from the environment. */
export const settings = {
  engine: oneOf('ENGINE', engines),
  role: oneOf('ROLE', roles),
  port: Number(process.env['PORT'] ?? 3000),
  redisUrl: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379',
  databaseUrl: process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  dataFile: process.env['DATA_FILE'] ?? 'tasks.db',
  /** How long a worker may be silent. It is shorter than the default of one minute, so that you don't have to wait. */
  leaseMs: Number(process.env['LEASE_MS'] ?? 10_000),
  /** How long a caller waits before the response asks it to repeat the call. */
  deferAfterMs: Number(process.env['DEFER_AFTER_MS'] ?? 1_000),
  /** Takes a database that may lose what it has acknowledged, for a look around. */
  allowLoss: process.env['ALLOW_LOSS'] === '1',
};

function oneOf<Name extends string>(variable: string, names: readonly [Name, ...Name[]]): Name {
  const given = process.env[variable];
  const name = given === undefined ? names[0] : names.find((one) => one === given);
  if (name === undefined) throw new Error(`${variable} is '${given}'. Write one of: ${names.join(', ')}.`);
  return name;
}
