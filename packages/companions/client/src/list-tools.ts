import type { RequestOptions } from './call-options.ts';
import type { ListResult } from './call-result.ts';
import type { ClientSettings } from './client-settings.ts';
import type { Reply } from './exchange.ts';
import { parseJson } from './parse-json.ts';
import { readListing } from './read-listing.ts';
import { readRefusal, refusalOfSilence, unreadableAnswer } from './read-refusal.ts';
import { request } from './request.ts';
import { traceparentOf } from './request-trace.ts';

/** Asks a server for its tools. */
export async function listTools(settings: ClientSettings, options: RequestOptions): Promise<ListResult> {
  // E11: a GET has no body, so the listing comes in the latest version that the server knows.
  const asked = { method: 'GET', path: '/tools', traceparent: traceparentOf(settings, options), read } as const;
  const { result } = await request<ListResult>(asked, settings, options);
  return result;
}

function read(reply: Reply): ListResult {
  if (reply.kind === 'silence') return refusalOfSilence(reply);
  if (reply.status < 200 || reply.status > 299) return readRefusal(reply);
  const listing = reply.body.kind === 'text' ? readListing(parseJson(reply.body.text)) : undefined;
  return listing ?? unreadableAnswer(reply);
}
