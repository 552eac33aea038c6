import { createHash } from 'node:crypto';

/** A Lua script, which Redis runs atomically. */
export interface Script {
  readonly text: string;
  /** The digest by which Redis knows the script after its first run. */
  readonly sha: string;
}

/** A script of one key, which can run for several keys in one batch. */
export interface StepScript extends Script {
  /**
   * KEYS: one per step. ARGV: the number of shared values, the shared values, then the other values of each step, the same number for
   * each. Returns for each step 1 and the reply, or 0 and the error.
   */
  readonly batch: Script;
}

/** Creates a script of any keys. */
export function script(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}

/** Creates a script of one key. `parts` are definitions that need only shared values, so a batch runs them once. */
export function stepScript(text: string, parts = ''): StepScript {
  // A step that fails, for example because it doesn't fit, doesn't prevent the others.
  const batch = script(`
local all_values, shared, replies = ARGV, tonumber(ARGV[1]), {}
local ARGV = { unpack(all_values, 2, 1 + shared) }
${parts}
local function step(KEYS, ARGV)${text}
end
local count = math.floor((#all_values - 1 - shared) / #KEYS)
for index, key in ipairs(KEYS) do
  local values = { unpack(ARGV) }
  local offset = 1 + shared + (index - 1) * count
  for each = 1, count do values[shared + each] = all_values[offset + each] end
  local ok, reply = pcall(step, { key }, values)
  replies[index] = ok and { 1, reply } or { 0, type(reply) == 'table' and reply.err or reply }
end
return replies
`);
  return { ...script(parts + text), batch };
}

/** Part of a script: sets `now`, in milliseconds since 1970. */
export const readClock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;
