import type { ArtifactDetails } from '@toolwire/core';
import { noContextValues } from '@toolwire/core';
import type { HttpRequest, HttpResponse } from '@toolwire/core/wire';
import type { Artifacts } from '../src/index.ts';

/** The values that a server passes to a store. */
export function details(changes: Partial<ArtifactDetails> = {}): ArtifactDetails {
  return { contentType: 'text/plain', description: 'A text', signal: new AbortController().signal, ...changes };
}

/** Chunks of a body, as strings. */
export async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

/** A body with one chunk, of any type, as a program without types may pass it. */
export async function* chunksOf(chunk: unknown): AsyncGenerator<Uint8Array> {
  yield chunk as Uint8Array;
}

/** Requests a URL from the protocol of a store, and reads the response. */
export async function fetchFrom(
  { wire }: Artifacts,
  address: string,
): Promise<HttpResponse & { readonly text: string }> {
  const { search } = new URL(address);
  const request: HttpRequest = {
    method: 'GET',
    path: '/artifacts',
    query: search.slice(1),
    header: () => undefined,
    json: () => ({ ok: false, problem: 'empty', detail: '' }),
    signal: new AbortController().signal,
    values: noContextValues,
  };
  const exchange = await wire.routes[0]?.accept(request);
  if (exchange?.op !== 'answer') throw new Error('The wire gave no answer.');
  return { ...exchange.response, text: await textOf(exchange.response.body) };
}

/** Sends a file to the URL of an upload. */
export async function uploadTo(
  { wire }: Artifacts,
  address: string,
  body: AsyncIterable<Uint8Array>,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse & { readonly text: string }> {
  const request: HttpRequest = {
    method: 'PUT',
    path: '/artifacts',
    query: new URL(address).search.slice(1),
    header: (name) => ({ 'content-type': 'text/plain', ...headers })[name],
    json: () => ({ ok: false, problem: 'empty', detail: '' }),
    stream: () => body,
    signal: new AbortController().signal,
    values: noContextValues,
  };
  const exchange = await wire.routes[1]?.accept(request);
  if (exchange?.op !== 'answer') throw new Error('The wire gave no answer.');
  return { ...exchange.response, text: await textOf(exchange.response.body) };
}

async function textOf(body: HttpResponse['body']): Promise<string> {
  if (body === undefined || typeof body === 'string') return body ?? '';
  const decoder = new TextDecoder();
  if (body instanceof Uint8Array) return decoder.decode(body);
  let text = '';
  for await (const piece of body) text += decoder.decode(piece, { stream: true });
  return text;
}
