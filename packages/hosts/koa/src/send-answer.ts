import type { HttpResponse } from '@toolwire/core/wire';
import { frameworkBody, isStillSending, writeResponse } from '@toolwire/node';
import type { KoaContext } from './koa-context.ts';

/** Hands an answer to Koa, so that middleware in front still sees it. */
export async function sendAnswer(answer: HttpResponse, context: KoaContext): Promise<void> {
  const { req, res } = context;
  if (res.destroyed || isStillSending(req)) {
    // Koa would write to a caller who is gone, and leave unread what one is still sending.
    context.respond = false;
    await writeResponse(answer, req, res);
    return;
  }
  // Koa forgets the status and some headers with a body of null, so that comes first.
  if (answer.body === undefined) context.body = null;
  context.status = answer.status;
  for (const name in answer.headers) {
    if (name === 'content-type' || !res.hasHeader(name)) context.set(name, answer.headers[name] as string);
  }
  if (answer.body === undefined) return;
  const body = frameworkBody(answer.body);
  // Koa 2 would leave the caller of a stream that has failed waiting for ever.
  if (typeof body === 'object' && 'pipe' in body) body.once('error', () => res.destroy());
  context.body = body;
}
