import type { Claim, TaskRecord, TaskRecordPage, TaskStore } from '@toolwire/tasks';
import type { RedisClient } from '../src/index.ts';
import { send } from '../src/redis-client.ts';

/** So many real milliseconds count as one, so that no case depends on how fast the machine is. */
const slowness = 100;

/** A store for which time goes by slowly. */
export function slowedStore(store: TaskStore): TaskStore {
  const inside = (record: TaskRecord): TaskRecord => ({ ...record, ttlMs: record.ttlMs * slowness });
  const outside = (record: TaskRecord): TaskRecord => ({ ...record, ttlMs: record.ttlMs / slowness });
  const pageOutside = (page: TaskRecordPage | undefined): TaskRecordPage | undefined =>
    page && { ...page, records: page.records.map(outside) };
  const claimOutside = (claim: Claim): Claim => {
    if (claim.kind === 'claimed') return { ...claim, record: outside(claim.record) };
    return claim.kind === 'held' ? { ...claim, forMs: claim.forMs / slowness } : claim;
  };
  return {
    create: (record) => store.create(inside(record)),
    replace: (record) => store.replace(inside(record)),
    read: async (id) => {
      const record = await store.read(id);
      return record && outside(record);
    },
    list: async (owner, request) => pageOutside(await store.list(owner, request)),
    unfinished: async (request) => pageOutside(await store.unfinished(request)),
    claim: async (id, turn, leaseMs) => claimOutside(await store.claim(id, turn, leaseMs * slowness)),
    renew: (id, fence, leaseMs) => store.renew(id, fence, leaseMs * slowness),
    release: (id, fence) => store.release(id, fence),
    remove: (id) => store.remove(id),
    watch: (id, listener) => store.watch(id, listener),
  };
}

const passScript = `
local prefix, ms = ARGV[1], tonumber(ARGV[2])
for _, key in ipairs(redis.call('KEYS', prefix .. '*')) do
  redis.call('PEXPIRE', key, redis.call('PTTL', key) - ms)
  if string.find(key, ':record:', 1, true) and redis.call('HEXISTS', key, 'until') == 1 then
    redis.call('HINCRBY', key, 'until', -ms)
  end
end
for _, name in ipairs({ 'held', 'ends' }) do
  for _, place in ipairs(redis.call('ZRANGE', prefix .. name, 0, -1)) do
    redis.call('ZINCRBY', prefix .. name, -ms, place)
  end
end
`;

/** Lets time pass for a slowed store: all that waits for a moment waits for an earlier one. */
export async function pass(client: RedisClient, prefix: string, ms: number): Promise<void> {
  await send(client, ['EVAL', passScript, '0', prefix, String(ms * slowness)]);
}
