import { StartUpError } from '@toolwire/internal';
import { type Script, script } from './script.ts';

/** Whether a Redis may be taken that loses tasks. */
export interface TaskSettings {
  readonly allowsUnlogged: boolean;
  readonly allowsEviction: boolean;
}

/** What Redis says of itself. Some hosts let nobody ask; then there is nothing to go by. */
export const settingsScript: Script = script(`
local function info(section, field)
  local text = redis.pcall('INFO', section)
  return type(text) == 'string' and string.match(text, field .. ':(%S+)') or ''
end
return { info('persistence', 'aof_enabled'), info('memory', 'maxmemory_policy') }
`);

/** Throws, in words that say what to set, where Redis would lose tasks. */
export function checkSettings(reply: unknown, { allowsUnlogged, allowsEviction }: TaskSettings): void {
  const [log = '', policy = ''] = Array.isArray(reply) ? reply.map(String) : [];
  if (log === '0' && !allowsUnlogged) {
    throw new StartUpError(
      'TW_REDIS_UNFIT',
      'Redis keeps no log of each write, so tasks that were acknowledged are lost when it restarts. Set appendonly to yes, or allowUnlogged for tests and tasks that may be lost.',
    );
  }
  if (policy !== '' && policy !== 'noeviction' && !allowsEviction) {
    throw new StartUpError(
      'TW_REDIS_UNFIT',
      `Redis has the maxmemory-policy '${policy}' and may drop tasks at any time. Set maxmemory-policy to noeviction, or allowEviction for tasks that may be lost.`,
    );
  }
}
