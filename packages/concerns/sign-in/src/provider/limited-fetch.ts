/** What a provider is asked. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams | undefined;
  readonly redirect: 'manual';
  readonly signal?: AbortSignal | undefined;
}

/** The global `fetch`, as far as it is used. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

const longestAnswer = 1_048_576;

/** Asks a provider, and reads no more of its answer than it may need: one that lies or fails costs neither memory nor time. */
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
    if (length > longestAnswer) {
      await reader.cancel();
      throw new RangeError(`The provider has answered more than ${longestAnswer} bytes.`);
    }
    pieces.push(Uint8Array.from(piece.value));
  }
  return new Blob(pieces);
}
