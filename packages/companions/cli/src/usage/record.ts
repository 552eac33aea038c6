import type { Command } from '../command.ts';
import { sharedFlags } from '../flags.ts';

/** What the help says of `toolwire record`. */
export const record: Command = {
  name: 'record',
  about: 'Stands in front of a server of Open Tool Calling, and records its calls without secrets.',
  operands: 'TARGET',
  flags: {
    out: { value: 'file', about: 'the file that each call is added to, one a line' },
    port: { value: 'port', about: 'where to listen on this machine; one that is free if left out' },
    calls: { value: 'count', about: 'ends after so many calls' },
    ...sharedFlags,
  },
  examples: ['toolwire record http://127.0.0.1:3000 --out calls.jsonl --port 3001'],
  json: '`{ file, calls }` at the end',
  load: async () => (await import('../commands/record.ts')).record,
};
