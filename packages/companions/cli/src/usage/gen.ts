import type { Command } from '../command.ts';
import { sharedFlags } from '../flags.ts';

/** What the help says of `toolwire gen`. */
export const gen: Command = {
  name: 'gen',
  about: 'Writes a typed client of the tools, a TypeScript file that needs @toolwire/client alone.',
  operands: 'TARGET',
  flags: {
    out: { value: 'file', about: 'where to write it; stdout if left out' },
    check: { about: 'writes nothing, and fails where the file is not what it would be' },
    ...sharedFlags,
  },
  examples: [
    'toolwire gen http://127.0.0.1:3000 --out src/tools.ts',
    'toolwire gen listing.json --out src/tools.ts --check',
  ],
  json: '`{ file, tools, state }` with a `state` of `written`, `same`, `differs` or `missing`, or `{ tools, text }` without `--out`',
  load: async () => (await import('../commands/gen.ts')).gen,
};
