/** The request options that a custom `fetch` gets. */
interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams | undefined;
  readonly redirect: 'manual';
  readonly signal?: AbortSignal | undefined;
}

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

const maxResponseBytes = 1_048_576;

/** Limits the size of responses, so that a faulty provider can't exhaust memory. */
export function limitedFetch(fetch: Fetch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const { status, headers, body } = response;
    return new Response(body === null ? null : await readLimited(body), { status, headers });
  };
}

async function readLimited(body: ReadableStream<Uint8Array>): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    length += piece.value.length;
    if (length > maxResponseBytes) {
      await reader.cancel();
      throw new RangeError(`The provider returned more than ${maxResponseBytes} bytes.`);
    }
    pieces.push(Uint8Array.from(piece.value));
  }
  return new Blob(pieces);
}
