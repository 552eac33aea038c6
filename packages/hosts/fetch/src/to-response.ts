import type { HttpResponse } from '@toolwire/core/wire';

/** Creates a web-standard response. Headers that the host has set override headers of the tools. */
export function toResponse({ status, headers, body }: HttpResponse, hostHeaders: Headers | undefined): Response {
  const sent = typeof body === 'string' || body instanceof Uint8Array || body === undefined ? body : toStream(body);
  const merged = hostHeaders === undefined ? headers : mergeHeaders(headers, hostHeaders);
  return new Response((sent ?? null) as BodyInit | null, { status, headers: merged });
}

// The tools decide the content type.
function mergeHeaders(headers: HttpResponse['headers'], hostHeaders: Headers): [name: string, value: string][] {
  const added = Object.entries(headers).filter(([name]) => name === 'content-type' || !hostHeaders.has(name));
  return [...added, ...[...hostHeaders].filter(([name]) => name !== 'content-type' || headers[name] === undefined)];
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
