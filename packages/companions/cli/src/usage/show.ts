import type { Command } from '../command.ts';
import { sharedFlags } from '../flags.ts';

/** What the help says of `toolwire show`. */
export const show: Command = {
  name: 'show',
  about: 'Shows one tool: what it takes, returns and needs.',
  operands: 'TARGET TOOL',
  flags: sharedFlags,
  examples: ['toolwire show http://127.0.0.1:3000/mcp Calculator.Add'],
  json: 'the tool as `GET /tools` lists it',
  load: async () => (await import('../commands/show.ts')).show,
};
