import { StartupError } from '@toolwire/internal';
import { type Script, script } from './script.ts';

/** Which configurations of Redis are accepted although they can lose tasks. */
interface AcceptedRisks {
  readonly allowUnlogged: boolean;
  readonly allowEviction: boolean;
  readonly allowUnsafeFailover: boolean;
}

/** Defines a function that reads a field of INFO. Some providers disable INFO; then every field is an empty string. */
export const infoPart = `
local function info(section, field)
  local text = redis.pcall('INFO', section)
  return type(text) == 'string' and string.match(text, field .. ':(%S+)') or ''
end
`;

/** Returns the configuration of Redis, as far as it is known. */
export const configurationScript: Script = script(`${infoPart}
return {
  info('persistence', 'aof_enabled'), info('memory', 'maxmemory_policy'),
  info('replication', 'connected_slaves'), info('replication', 'min_slaves_good_slaves')
}
`);

/** Throws if Redis is configured to lose tasks. */
export function checkConfiguration(reply: unknown, risks: AcceptedRisks): void {
  const { allowUnlogged, allowEviction, allowUnsafeFailover } = risks;
  const [appendOnly = '', policy = ''] = Array.isArray(reply) ? reply.map(String) : [];
  if (appendOnly === '0' && !allowUnlogged) {
    throw new StartupError(
      'TW_REDIS_INCOMPATIBLE',
      'Redis has no append-only file, so a restart loses acknowledged tasks. Set appendonly to yes. For tests, and for tasks that may be lost, set allowUnlogged.',
    );
  }
  if (policy !== '' && policy !== 'noeviction' && !allowEviction) {
    throw evictionError(policy, 'tasks at any time', 'set allowEviction for tasks that may be lost');
  }
  if (!allowUnsafeFailover) checkReplicas(reply);
}

/** Throws if a primary accepts writes while none of its replicas receives them: a replica that takes over would lose these writes. */
export function checkReplicas(reply: unknown): void {
  const [, , replicas = '', goodReplicas = ''] = Array.isArray(reply) ? reply.map(String) : [];
  // Redis reports min_slaves_good_slaves only if min-replicas-to-write is set.
  if (replicas === '' || replicas === '0' || goodReplicas !== '') return;
  throw new StartupError(
    'TW_REDIS_INCOMPATIBLE',
    'Redis has replicas, and min-replicas-to-write is not set, so a failover loses acknowledged writes and calls run twice. Set min-replicas-to-write to 1 or more, or set allowUnsafeFailover.',
  );
}

/** The error for a Redis that may evict keys. */
export function evictionError(policy: string, lost: string, alternative: string): StartupError {
  return new StartupError(
    'TW_REDIS_INCOMPATIBLE',
    `Redis has the maxmemory-policy '${policy}', so it may evict ${lost}. Set maxmemory-policy to noeviction, or ${alternative}.`,
  );
}

/**
 * Returns a function that checks the configuration of Redis in the background. It may change after the start, for example when a replica
 * with other settings takes over. Each problem is reported once until it is solved.
 */
export function createBackgroundCheck(check: () => Promise<void>, report: (error: unknown) => void): () => void {
  let reported = '';
  return () => {
    void check().then(
      () => {
        reported = '';
      },
      (error: unknown) => {
        if (String(error) === reported) return;
        reported = String(error);
        report(error);
      },
    );
  };
}
