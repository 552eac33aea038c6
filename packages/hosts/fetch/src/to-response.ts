import type { HttpResponse } from '@toolwire/core/wire';

/** Creates a web-standard response. Headers that the host has set come before those of the tools. */
export function toResponse(
  { status, headers: toolHeaders, body }: HttpResponse,
  hostHeaders: Headers | undefined,
): Response {
  const headers = hostHeaders === undefined ? toolHeaders : mergeHeaders(toolHeaders, hostHeaders);
  const sent = typeof body === 'string' || body instanceof Uint8Array || body === undefined ? body : toStream(body);
  return new Response((sent ?? null) as BodyInit | null, { status, headers });
}

// The tools decide the content type.
function mergeHeaders(
  toolHeaders: Readonly<Record<string, string>>,
  hostHeaders: Headers,
): [name: string, value: string][] {
  const added = Object.entries(toolHeaders).filter(([name]) => name === 'content-type' || !hostHeaders.has(name));
  return [...added, ...[...hostHeaders].filter(([name]) => name !== 'content-type' || toolHeaders[name] === undefined)];
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
