import process from 'node:process';
import { createClient } from 'redis';
import { defineTool, toolwire } from 'toolwire';
import { z } from 'zod';

const redis = createClient({ url: process.env['REDIS_URL'] ?? '' });
redis.on('error', (error) => process.stderr.write(`${error}\n`));
await redis.connect();

const add = defineTool({
  id: 'Cart.Add',
  version: '1.0.0',
  name: 'add_to_cart',
  description: 'Adds an item to the cart of this session.',
  input: z.object({ item: z.string().describe('Such as tea.') }),
  output: z.object({ items: z.array(z.string()) }),
  run: async ({ item }, { sessionId, principal }) => {
    const owner = sessionId ?? principal?.id;
    if (owner === undefined) return { items: [item] };
    const key = `cart:${owner}`;
    const cart = redis.multi().rPush(key, item).expire(key, 3600);
    const [, , items] = await cart.lRange(key, 0, -1).exec();
    return { items: z.array(z.string()).parse(items) };
  },
});

const tools = toolwire({
  tools: [add],
  name: 'shop',
  version: '1.0.0',
  mcp: { stateSecret: process.env['MCP_STATE_SECRET'] ?? '' },
});
const { url } = await tools.listen(Number(process.env['PORT']));
process.stdout.write(url);
