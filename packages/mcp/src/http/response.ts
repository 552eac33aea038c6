import type { HttpResponse } from '@toolwire/core';
import type { Answer } from '../rpc/json-rpc.ts';

/** The headers of every JSON answer: never sniffed, and never stored. */
export const jsonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** The headers of a stream; proxies are asked to pass on each event as it comes. */
export const streamHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/** An answer as HTTP carries it. */
export function jsonResponse({ status, body, headers }: Answer): HttpResponse {
  return { status, headers: headers === undefined ? jsonHeaders : { ...jsonHeaders, ...headers }, body };
}

/** The answer to what wants none. */
export const accepted: HttpResponse = { status: 202, headers: { 'cache-control': 'no-store' } };
