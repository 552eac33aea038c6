// Give a partner a key that may read prices and change none, keep a tool for those who have signed in, and hand a tool the secret of a
// supplier without any caller ever seeing it.
import { apiKey } from '@toolwire/auth';
import { createClient } from '@toolwire/client';
import { defineTool, toolwire } from 'toolwire';

const key = 'k'.repeat(32);
const read = defineTool({
  id: 'Prices.Read',
  version: '1.0.0',
  description: 'Reads the prices of the supplier.',
  scopes: ['prices:read'],
  requirements: { secrets: [{ id: 'SUPPLIER_KEY' }] },
  run: (_input, { principal, secret }) => `prices for ${principal?.id}, by a key of ${secret('SUPPLIER_KEY').length}`,
});
const change = defineTool({
  id: 'Prices.Change',
  version: '1.0.0',
  description: 'Changes a price.',
  scopes: ['prices:write'],
  run: () => 'changed',
});
const who = defineTool({
  id: 'Session.WhoAmI',
  version: '1.0.0',
  description: 'Tells who has signed in.',
  scopes: [],
  run: (_input, { principal }) => principal?.id ?? 'guest',
});

const server = toolwire({
  tools: [read, change, who],
  auth: apiKey({ keys: [{ key, principal: { id: 'partner', scopes: ['prices:read'] } }] }),
  requirements: { secret: (id) => (id === 'SUPPLIER_KEY' ? 's-123' : undefined) },
});
const { url, close } = await server.listen(0);
const partner = createClient({ url, auth: { apiKey: key } });
for (const id of ['Prices.Read', 'Prices.Change', 'Session.WhoAmI']) {
  const result = await partner.call(id);
  console.log(result.kind === 'value' ? result.value : result.kind);
}
const stranger = await createClient({ url }).call('Session.WhoAmI');
console.log(stranger.kind === 'refused' && stranger.code);
await close();
