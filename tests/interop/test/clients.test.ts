import { overHttp } from '../src/clients/carriers.ts';
import { describeClient } from '../src/clients/describe-client.ts';
import { officialClients } from '../src/clients/official-clients.ts';

for (const carrier of overHttp) {
  for (const client of officialClients) describeClient(carrier, client);
}
