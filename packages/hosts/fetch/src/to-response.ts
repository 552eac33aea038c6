import { headersOverHost } from '@toolwire/core/internal';
import type { HttpResponse } from '@toolwire/core/wire';

/** Creates a web-standard response, with the headers that the host has set. */
export function toResponse({ status, headers, body }: HttpResponse, hostHeaders: Headers | undefined): Response {
  const sent = typeof body === 'string' || body instanceof Uint8Array || body === undefined ? body : toStream(body);
  const merged = hostHeaders === undefined ? headers : mergeHeaders(headers, hostHeaders);
  return new Response((sent ?? null) as BodyInit | null, { status, headers: merged });
}

function mergeHeaders(headers: HttpResponse['headers'], hostHeaders: Headers): Headers {
  const merged = new Headers(hostHeaders);
  const added = headersOverHost(headers, (name) => hostHeaders.get(name) ?? undefined);
  for (const [name, value] of Object.entries(added)) merged.set(name, value);
  return merged;
}

function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const chunk: IteratorResult<Uint8Array, unknown> = await iterator.next();
      if (chunk.done === true) controller.close();
      else controller.enqueue(chunk.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
