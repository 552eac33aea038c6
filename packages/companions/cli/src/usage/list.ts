import type { Command } from '../command.ts';
import { sharedFlags } from '../flags.ts';

/** What the help says of `toolwire list`. */
export const list: Command = {
  name: 'list',
  about: 'Lists the tools of a target, with their versions.',
  operands: 'TARGET',
  flags: sharedFlags,
  examples: ['toolwire list http://127.0.0.1:3000', 'toolwire list --json ./tools.mjs > listing.json'],
  json: '`{ "tools": [ … ] }` as `GET /tools` answers, which is a saved listing',
  load: async () => (await import('../commands/list.ts')).list,
};
