import type { Command } from './command.ts';
import { commonFlags, targetFlags } from './flags.ts';

const shared = { ...targetFlags, ...commonFlags };

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'list',
    about: 'Lists the tools of a target, with their versions.',
    operands: 'TARGET',
    flags: shared,
    examples: ['toolwire list http://127.0.0.1:3000', 'toolwire list --json ./tools.mjs > listing.json'],
    json: '`{ "tools": [ … ] }` as `GET /tools` answers, which is a saved listing',
    load: async () => (await import('./commands/list.ts')).list,
  },
  {
    name: 'show',
    about: 'Shows one tool: what it takes, returns and needs.',
    operands: 'TARGET TOOL',
    flags: shared,
    examples: ['toolwire show http://127.0.0.1:3000/mcp Calculator.Add'],
    json: 'the tool as `GET /tools` lists it',
    load: async () => (await import('./commands/show.ts')).show,
  },
  {
    name: 'diff',
    about: 'Tells what changed between two targets, and whether the versions say so.',
    operands: 'EARLIER LATER',
    flags: { markdown: { about: 'writes Markdown, for a pull request' }, ...shared },
    examples: ['toolwire diff listing.json http://127.0.0.1:3000', 'toolwire diff --markdown old.json new.json'],
    json: '`{ bump, isCovered, tools: [{ id, state, from, to, bump, isCovered, changes }] }`',
    load: async () => (await import('./commands/diff.ts')).diff,
  },
];
