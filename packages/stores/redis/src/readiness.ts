import { StartUpError } from '@toolwire/internal';
import { type Script, script } from './script.ts';

/** Which configurations of Redis are accepted although they can lose tasks. */
interface AcceptedRisks {
  readonly allowUnlogged: boolean;
  readonly allowEviction: boolean;
}

/** Returns the configuration of Redis. Some providers disable INFO; then it is unknown. */
export const configurationScript: Script = script(`
local function info(section, field)
  local text = redis.pcall('INFO', section)
  return type(text) == 'string' and string.match(text, field .. ':(%S+)') or ''
end
return { info('persistence', 'aof_enabled'), info('memory', 'maxmemory_policy') }
`);

/** Throws if Redis is configured to lose tasks. */
export function checkConfiguration(reply: unknown, { allowUnlogged, allowEviction }: AcceptedRisks): void {
  const [appendOnly = '', policy = ''] = Array.isArray(reply) ? reply.map(String) : [];
  if (appendOnly === '0' && !allowUnlogged) {
    throw new StartUpError(
      'TW_REDIS_UNFIT',
      'Redis has no append-only file, so a restart loses acknowledged tasks. Set appendonly to yes. For tests, and for tasks that may be lost, set allowUnlogged.',
    );
  }
  if (policy !== '' && policy !== 'noeviction' && !allowEviction) {
    throw evictionError(policy, 'tasks at any time', 'set allowEviction for tasks that may be lost');
  }
}

/** The error for a Redis that may evict keys. */
export function evictionError(policy: string, lost: string, alternative: string): StartUpError {
  return new StartUpError(
    'TW_REDIS_UNFIT',
    `Redis has the maxmemory-policy '${policy}', so it may evict ${lost}. Set maxmemory-policy to noeviction, or ${alternative}.`,
  );
}
