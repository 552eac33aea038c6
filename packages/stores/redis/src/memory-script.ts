import { type Script, script } from './script.ts';

// The memory is a hash that is there as long as Redis forgets nothing. `seen` is when it was last asked: owners renew their claims
// three times a lease, so where nobody asked for half of one, they could not reach it, and get a whole lease from then on (`awake`).
// The same goes where the clock jumps forward. Where it jumps back, what is missing is added from then on (`lead`): a clock by which
// leases end may stand still for a moment, but not go back, or those of lost owners would last until it has caught up.
//
// Without a memory, Redis is new, or has lost everything; where it has restarted (`run`) without a log of each write, it may have lost
// what came last. Either way nobody gets a claim for one lease (`doubt`, `since`): the owners of runs that go on renew theirs in that
// time. `looked` is when Redis itself was last looked at, which costs more than a claim.

/** Leaves `now`. All times are of the clock of Redis, so that those of the servers do not matter. */
export const clock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** Needs `now`, `lease` and `memory`, the key; leaves `awake`, and `now` as a time that does not go back. */
export const stayAwake = `
local state = redis.call('HMGET', memory, 'seen', 'awake', 'lead')
local seen, awake, lead = tonumber(state[1]), tonumber(state[2]), tonumber(state[3]) or 0
now = now + lead
if seen and now < seen then
  redis.pcall('HSET', memory, 'lead', lead + seen - now)
  now = seen
end
if seen and now - seen > lease / 8 then
  if now - seen > lease / 2 then awake = now end
  redis.pcall('HSET', memory, 'seen', now, 'awake', awake)
end
`;

/** How long what was seen of Redis itself is relied on, in milliseconds. */
const lookEveryMs = 10_000;

/**
 * KEYS: the memory. ARGV: lease, the memory's name as this process knows it, a name for a new one, 1 to trust a Redis that knows
 * nothing, 1 to take one that drops keys. Needs `now`, and `looks`: whether to look at Redis itself in any case. Leaves `lease`,
 * `awake`, `name`, and for how long nobody gets a claim (`closed`) for which `doubt`. Ends the script where Redis drops keys.
 */
export const enter = `
local memory, lease, known = KEYS[1], tonumber(ARGV[1]), ARGV[2]
${stayAwake}
local kept = redis.call('HMGET', memory, 'name', 'since', 'doubt', 'looked', 'run', 'policy')
local name, since, doubt, looked, policy = kept[1], tonumber(kept[2]), kept[3], tonumber(kept[4]), kept[6]

-- Some hosts let nobody ask; then there is nothing to go by.
local function info(section, field)
  local text = redis.pcall('INFO', section)
  return type(text) == 'string' and string.match(text, field .. ':(%S+)') or ''
end
local function drops() return ARGV[5] ~= '1' and policy ~= '' and policy ~= 'noeviction' end

if looks or not name or not looked or now - looked >= ${lookEveryMs} or drops() then
  local run = info('server', 'run_id')
  local restarted = run ~= '' and run ~= kept[5] and info('persistence', 'aof_enabled') ~= '1'
  if not name or restarted then
    name, since, doubt, awake = ARGV[3], now, name and 'lost' or 'new', now
    redis.call('HSET', memory, 'name', name, 'since', since, 'doubt', doubt, 'seen', now, 'awake', awake)
  end
  policy = info('memory', 'maxmemory_policy')
  redis.pcall('HSET', memory, 'looked', now, 'run', run, 'policy', policy)
end
if drops() then return { 'evicting', name, policy } end

local closed = doubt and since + lease - now or 0
if doubt and closed <= 0 then
  redis.call('HDEL', memory, 'doubt')
  closed = 0
elseif doubt == 'new' and known ~= '' and known ~= name then
  doubt = 'lost'
  redis.pcall('HSET', memory, 'doubt', doubt)
end
if doubt == 'new' and ARGV[4] == '1' then closed = 0 end
`;

/** KEYS and ARGV: as to enter. */
export const readyScript: Script = script(`${clock}
local looks = true
${enter}
if closed > 0 then return { doubt, name, closed } end
return { 'open', name }
`);
