import { mountTools } from '@toolwire/express';
import express, { type Response } from 'express';
import {
  type CallerOutcome,
  closeGracefully,
  createCaller,
  defineTool,
  ToolError,
  toolwire,
} from 'toolwire';
import { z } from 'zod';

interface Order {
  readonly item: string;
  readonly quantity: number;
}

const orders = new Map<string, Order>([
  ['A-17', { item: 'tea', quantity: 2 }],
]);
const order = {
  item: z.string().describe('What is ordered.'),
  quantity: z.number().describe('How many of it.'),
};
const number = z
  .string()
  .describe('The number of the order, such as A-17.');

const find = defineTool({
  id: 'Orders.Find',
  version: '1.0.0',
  description: 'Finds an order.',
  input: z.object({ number }),
  output: z.object(order),
  annotations: { readOnly: true },
  run: (input) => {
    const found = orders.get(input.number);
    if (found === undefined) {
      throw new ToolError(`There is no order ${input.number}`);
    }
    return found;
  },
});

const place = defineTool({
  id: 'Orders.Place',
  version: '1.0.0',
  description: 'Places an order, in the place of the one with its number.',
  input: z.object({ number, ...order }),
  output: z.object(order),
  annotations: { idempotent: true },
  run: ({ number: placed, ...rest }) => {
    orders.set(placed, rest);
    return rest;
  },
});

const tools = toolwire({ tools: [find, place] });
const call = createCaller(tools);

// A route calls its tool and reports the outcome in its own format.
function send(response: Response, outcome: CallerOutcome): void {
  if (outcome.kind === 'value') {
    response.json(outcome.value);
  } else if (outcome.kind === 'invalid') {
    const error = 'An order needs an item and a quantity';
    response.status(400).json({ error });
  } else if (outcome.kind === 'failed') {
    response.status(404).json({ error: outcome.failure.message });
  } else {
    response.status(500).json({ error: 'The order cannot be looked up' });
  }
}

const app = express();
app.use('/ai', mountTools(tools)); // for models: /ai/mcp, /ai/tools
app.use(express.json());

app.get('/orders/:number', async ({ params }, response) => {
  send(response, await call(find, params));
});

// The tool validates the body. The type only describes it.
app.put<{ number: string }, unknown, Order>(
  '/orders/:number',
  async ({ params, body }, response) => {
    send(response, await call(place, { ...body, ...params }));
  },
);

closeGracefully(
  app.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1'),
  tools,
);
