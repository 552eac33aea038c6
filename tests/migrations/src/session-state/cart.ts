import process from 'node:process';
import { LRUCache } from 'lru-cache';
import { defineTool, toolwire } from 'toolwire';
import { z } from 'zod';

const carts = new LRUCache<string, string[]>({
  max: 1000,
  ttl: 60 * 60_000,
  updateAgeOnGet: true,
});

const add = defineTool({
  id: 'Cart.Add',
  version: '1.0.0',
  name: 'add_to_cart',
  description: 'Adds an item to the cart of this session.',
  input: z.object({ item: z.string().describe('Such as tea.') }),
  output: z.object({ items: z.array(z.string()) }),
  run: ({ item }, { sessionId, principal }) => {
    const key = sessionId ?? principal?.id;
    if (key === undefined) return { items: [item] };
    const items = [...(carts.get(key) ?? []), item];
    carts.set(key, items);
    return { items };
  },
});

const tools = toolwire({ tools: [add], name: 'shop', version: '1.0.0' });
const { PORT: port } = process.env;
if (port === undefined) tools.stdio();
else {
  const { url } = await tools.listen(Number(port));
  process.stdout.write(url);
}
