import { overStdio } from '../src/clients/carriers.ts';
import { describeClient } from '../src/clients/describe-client.ts';
import { officialClients } from '../src/clients/official-clients.ts';

for (const client of officialClients) describeClient(overStdio, client);
