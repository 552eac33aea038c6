import type { Command } from '../command.ts';
import { sharedFlags } from '../flags.ts';

/** What the help says of `toolwire doctor`. */
export const doctor: Command = {
  name: 'doctor',
  about: 'Looks for what will not work: Node, packages, a store that loses data, an open port, the files of hosts.',
  operands: '[URL]',
  flags: {
    redis: { value: 'url', about: 'the Redis of the project, which its own @toolwire/redis looks at (REDIS_URL)' },
    ...sharedFlags,
  },
  examples: ['toolwire doctor', 'toolwire doctor http://127.0.0.1:3000 --redis redis://127.0.0.1:6379'],
  json: '`{ isWell, findings: [{ check, state, message, advice }] }` with a `check` of `node`, `packages`, `store`, `port` or `hosts`, and a `state` of `well`, `wrong` or `unseen`',
  load: async () => (await import('../commands/doctor.ts')).doctor,
};
