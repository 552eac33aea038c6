import type { Command } from '../command.ts';
import { sharedFlags } from '../flags.ts';

/** What the help says of `toolwire replay`. */
export const replay: Command = {
  name: 'replay',
  about: 'Makes recorded calls again, and tells whether they end the same and how long they take.',
  operands: 'FILE TARGET',
  flags: {
    'allow-effects': { about: 'calls tools too that are not known to change nothing' },
    ignore: {
      value: 'path',
      about: 'a JSON path that may differ, such as $.value.time; * is any one member',
      isRepeated: true,
    },
    ...sharedFlags,
  },
  examples: ['toolwire replay calls.jsonl http://127.0.0.1:3000 --ignore $.value.time'],
  json: '`{ counts: { same, different, gone, refused, masked }, calls: [{ toolId, state, differences: [{ path, before, after }], durationMs }] }`',
  load: async () => (await import('../commands/replay.ts')).replay,
};
