import { type HttpResponse, jsonHeaders } from '@toolwire/core/wire';
import type { Answer } from '../rpc/json-rpc.ts';
import { bodyOf } from './pieces.ts';

/** The headers of a stream. ANS-06: nobody on the way compresses it, or holds events back until there are more. */
export const streamHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** An answer as HTTP carries it. */
export function jsonResponse({ status, body, headers }: Answer): HttpResponse {
  return {
    status,
    headers: headers === undefined ? jsonHeaders : { ...jsonHeaders, ...headers },
    body: body instanceof Uint8Array ? body : bodyOf(body),
  };
}

/** The answer to what wants none. */
// MCP-HTTP-03: 202 and no body.
export const accepted: HttpResponse = { status: 202, headers: { 'cache-control': 'no-store' } };
