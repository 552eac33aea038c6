import { fileURLToPath } from 'node:url';
import { type Carrier, describeClient } from '../src/clients/describe-client.ts';
import { officialClients } from '../src/clients/official-clients.ts';

const program = fileURLToPath(new URL('../src/programs/fixtures-on-stdio.ts', import.meta.url));
const tsx = import.meta.resolve('tsx');

const stdio: Carrier = {
  name: 'stdio',
  keepsConnection: true,
  start: async () => ({
    place: {
      kind: 'stdio',
      command: process.execPath,
      args: ['--conditions=@toolwire/source', '--import', tsx, program],
    },
    // The process ends when its client leaves.
    close: async () => undefined,
  }),
};

for (const client of officialClients) describeClient(stdio, client);
