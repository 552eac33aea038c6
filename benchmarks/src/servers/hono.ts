// Hono on its node server, with zod for the body: the other common way to write such an endpoint.
// No body limit: hono's own makes each call several times as dear, and the comparison should not hang on it.
import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';
import { announce } from './announce.ts';

const callSchema = z.object({
  $schema: z.literal('otc://1.0').optional(),
  request: z.object({
    call_id: z.string().optional(),
    tool_id: z.string(),
    input: z.object({ a: z.number(), b: z.number() }),
  }),
});
type Input = z.infer<typeof callSchema>['request']['input'];

const tools = new Map([['Calculator.Add', ({ a, b }: Input) => a + b]]);

const app = new Hono();
app.post('/tools/call', async (context) => {
  let body: unknown;
  try {
    body = await context.req.json();
  } catch {
    return context.json({ message: 'The body is not valid JSON' }, 400);
  }
  const parsed = callSchema.safeParse(body);
  if (!parsed.success) return context.json({ message: 'The request is not a valid tool call' }, 422);
  const { call_id, tool_id, input } = parsed.data.request;
  const run = tools.get(tool_id);
  if (run === undefined) return context.json({ message: `There is no tool '${tool_id}'` }, 400);
  const startedAt = performance.now();
  const value = run(input);
  const result = { call_id: call_id ?? randomUUID(), duration: performance.now() - startedAt, success: true, value };
  return context.json({ $schema: 'otc://1.0', result });
});

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => announce(server.address()));
