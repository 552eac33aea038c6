import { noContextValues } from '@toolwire/core';
import type { Exchange, HttpRequest, JsonBody, WireCodec } from '@toolwire/core/wire';

/** A request with a JSON body, as the server hands it to a codec. */
export function requestOf(body: JsonBody, headers: Readonly<Record<string, string>> = {}, query = ''): HttpRequest {
  return {
    method: 'POST',
    path: '/tools/call',
    query,
    header: (name) => headers[name],
    json: () => body,
    signal: new AbortController().signal,
    values: noContextValues,
  };
}

/** Sends a JSON value to one of a codec's routes. */
export async function accept(
  codec: WireCodec,
  path: string,
  value: unknown,
  headers?: Record<string, string>,
): Promise<Exchange> {
  const route = codec.routes.find((candidate) => candidate.path === path);
  if (route === undefined) throw new Error(`No route ${path}`);
  return route.accept(requestOf({ ok: true, value }, headers));
}

/** The parsed body of an answer. */
export function bodyOf(response: { readonly body?: unknown }): Record<string, unknown> {
  const { body } = response;
  return JSON.parse(body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body)) as Record<
    string,
    unknown
  >;
}
