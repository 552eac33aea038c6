import { type Carrier, describeClient } from '../src/clients/describe-client.ts';
import { fixturesOnStdio } from '../src/clients/fixtures-on-stdio.ts';
import { officialClients } from '../src/clients/official-clients.ts';

const stdio: Carrier = {
  name: 'stdio',
  keepsConnection: true,
  start: async () => ({
    place: { kind: 'stdio', ...fixturesOnStdio },
    // The process ends when its client leaves.
    close: async () => undefined,
  }),
};

for (const client of officialClients) describeClient(stdio, client);
