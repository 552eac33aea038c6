import { type HttpBindings, serve } from '@hono/node-server';
import { createFetchHandler, type FetchRequestOptions } from '@toolwire/fetch';
import { Hono } from 'hono';
import { announce } from '../announce.ts';
import { type Answer, answerCall, answerHeaders, answerUnreadable } from './hand-written-call.ts';
import { readSide } from './side.ts';
import { calculatorServer } from './tool-server.ts';

const side = readSide(process.argv[2]);
const app = new Hono<{ Bindings: HttpBindings }>();
if (side === 'hand-written') {
  app.post('/ai/tools/call', async (context) => {
    const parsed = await readJson(context.req);
    return send(parsed.ok ? await answerCall(context.env.incoming, parsed.body) : answerUnreadable());
  });
} else {
  const handle = createFetchHandler(calculatorServer(), { basePath: '/ai' });
  app.use('/ai/*', async (context, next) => {
    const given = side === 'parsed' ? await readInFront(context.req) : {};
    return (await handle(context.req.raw, given)) ?? next();
  });
}

interface ReadableRequest {
  header(name: 'content-type'): string | undefined;
  json(): Promise<unknown>;
}

type Parsed = { readonly ok: true; readonly body: unknown } | { readonly ok: false };

// As hono's own validator reads it: by its type, and with no limit.
async function readJson(request: ReadableRequest): Promise<Parsed> {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(request.header('content-type') ?? '')) return { ok: false };
  try {
    return { ok: true, body: await request.json() };
  } catch {
    return { ok: false };
  }
}

async function readInFront(request: ReadableRequest): Promise<FetchRequestOptions> {
  const parsed = await readJson(request);
  return parsed.ok ? { body: parsed.body } : { problem: 'not_json' };
}

function send({ status, text }: Answer): Response {
  return new Response(text, { status, headers: answerHeaders });
}

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => announce(server.address()));
