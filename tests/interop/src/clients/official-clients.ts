import { client1 } from './client-1.ts';
import { client2 } from './client-2.ts';
import type { OfficialClient } from './official-client.ts';

/** Every official client for JavaScript, in every way that it connects. */
export const officialClients: readonly OfficialClient[] = [client2('auto'), client2('legacy'), client1];
