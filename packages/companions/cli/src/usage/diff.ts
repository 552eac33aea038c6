import type { Command } from '../command.ts';
import { sharedFlags } from '../flags.ts';

/** What the help says of `toolwire diff`. */
export const diff: Command = {
  name: 'diff',
  about: 'Tells what changed between two targets or git refs, and whether the versions say so.',
  operands: 'EARLIER LATER',
  flags: {
    markdown: { about: 'writes Markdown, for a pull request' },
    refs: {
      about: 'EARLIER and LATER are git refs, each checked out into a folder of its own, where its code is run',
    },
    at: { value: 'file', about: 'with --refs: the module or saved listing in each ref' },
    run: { value: 'command', about: 'with --refs: starts the server of each ref, which listens at $PORT' },
    prepare: { value: 'command', about: "with --refs: what makes each ref ready, such as 'npm ci'" },
    ...sharedFlags,
  },
  examples: [
    'toolwire diff listing.json http://127.0.0.1:3000',
    'toolwire diff --markdown old.json new.json',
    "toolwire diff --refs main HEAD --prepare 'npm ci' --run 'npm start'",
  ],
  json: '`{ bump, isCovered, tools: [{ id, state, from, to, bump, isCovered, changes }] }`',
  load: async () => (await import('../commands/diff.ts')).diff,
};
