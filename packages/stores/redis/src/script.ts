import { createHash } from 'node:crypto';

/** A script that Redis runs as one step. */
export interface Script {
  readonly text: string;
  /** By this name Redis knows it, once it has run. */
  readonly sha: string;
}

/** A step of one key, which may be taken several times at once, each time for another key. */
export interface StepScript extends Script {
  /**
   * KEYS: those of all. ARGV: how many values are the same for all, these, and the others of each, as many for each. Answers, for each, 1 and the
   * reply, or 0 and why there is none.
   */
  readonly many: Script;
}

/** Names a script. */
export function script(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}

/** Names a script of one key. */
export function stepScript(text: string): StepScript {
  // One that fails, as there is no room for it, keeps none of the others from its turn.
  const many = script(`
local function step(KEYS, ARGV)${text}
end
local shared, replies = tonumber(ARGV[1]), {}
local count = math.floor((#ARGV - 1 - shared) / #KEYS)
for index, key in ipairs(KEYS) do
  local values = { unpack(ARGV, 2, 1 + shared) }
  local from = 1 + shared + (index - 1) * count
  for each = 1, count do values[shared + each] = ARGV[from + each] end
  local ok, reply = pcall(step, { key }, values)
  replies[index] = ok and { 1, reply } or { 0, type(reply) == 'table' and reply.err or reply }
end
return replies
`);
  return { ...script(text), many };
}
