import { mountTools } from '@toolwire/express';
import express from 'express';
import {
  closeGracefully,
  definePrompt,
  defineResource,
  defineTool,
  ToolError,
  toolwire,
} from 'toolwire';
import { z } from 'zod';

const orders = new Map([['A-17', { item: 'tea', sent: true }]]);

const find = defineTool({
  id: 'Orders.Find',
  version: '1.0.0',
  name: 'find_order',
  title: 'Find an order',
  description: 'Tells whether an order is on its way.',
  input: z.object({
    number: z.string().describe('The number of the order, such as A-17.'),
  }),
  output: z.object({ item: z.string(), sent: z.boolean() }),
  annotations: { readOnly: true },
  run: ({ number }) => {
    const order = orders.get(number);
    if (order === undefined) {
      throw new ToolError(`There is no order ${number}`);
    }
    return order;
  },
});

const count = defineTool({
  id: 'Stock.Count',
  version: '1.0.0',
  name: 'count_stock',
  description: 'Counts what is in stock.',
  input: z.object({
    shelves: z.int().min(1).max(3).describe('How many shelves.'),
  }),
  run: ({ shelves }, { progress }) => {
    for (let done = 1; done <= shelves; done++) progress(done, shelves);
    return `${shelves * 10} boxes`;
  },
});

const terms = defineResource({
  uri: 'docs://terms',
  name: 'terms',
  mimeType: 'text/plain',
  text: 'Orders are sent within a day.',
});

const chase = definePrompt({
  name: 'chase',
  description: 'Asks where an order is.',
  input: z.object({ number: z.string() }),
  messages: ({ number }) => `Where is ${number}?`,
});

const tools = toolwire({
  tools: [find, count],
  name: 'orders',
  version: '1.0.0',
  mcp: { resources: [terms], prompts: [chase] },
});

const app = express();
app.use(mountTools(tools));
closeGracefully(
  app.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1'),
  tools,
);
