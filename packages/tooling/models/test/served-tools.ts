import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, createClient } from '@toolwire/client';
import { defineTool } from '@toolwire/core';
import { RetryableToolError } from '@toolwire/errors';
import type { ModelTool } from '@toolwire/models';
import { createNodeListener } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { onTestFinished } from 'vitest';
import * as z from 'zod';

const ring = defineTool({
  id: 'Doorbell.Ring',
  version: '1.0.0',
  description: 'Rings a doorbell.',
  input: z.object({ $id: z.string().optional(), times: z.number().int().min(1).optional() }),
  output: z.object({ rang: z.string() }),
  run({ $id }) {
    if ($id !== undefined && $id !== 'doorbell1') return { rang: $id };
    throw new RetryableToolError('There is no such doorbell.', {
      developerMessage: 'Not in table doorbells.',
      additionalPromptContent: 'ids: doorbell42, doorbell43',
    });
  },
});

/** A server of Open Tool Calling for one test, as its client sees it. */
export async function servedTools(): Promise<{ readonly tools: readonly ModelTool[]; readonly client: Client }> {
  const toolServer = createToolServer({ tools: [ring], wires: [otc()], validator: ajv(), logger: silentLogger });
  const server = createServer(createNodeListener(toolServer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const client = createClient({ url: `http://127.0.0.1:${port}` });
  const listing = await client.list();
  if (listing.kind !== 'listed') throw new Error(listing.message);
  return { tools: listing.tools, client };
}
