import type { Fetch } from '@toolwire/client';
import { createSecretMask, mask as masked } from '@toolwire/internal';
import { safeLines } from '../terminal/terminal-text.ts';

/** Headers that always contain credentials. */
const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'otc-api-key',
  'proxy-authorization',
  'set-cookie',
]);

/** A fetch that shows requests and responses without credentials. */
export function createRawFetch(send: Fetch, show: (text: string) => void, mask: (text: string) => string): Fetch {
  const secrets = new Set<string>();
  let maskSecrets = (text: string): string => text;
  /** Credentials created for a request, such as signed tokens, are read from the request. */
  const collectSecrets = (headers: Headers): void => {
    const countBefore = secrets.size;
    for (const name of secretHeaders) {
      const value = headers.get(name);
      if (value !== null) secrets.add(value.replace(/^(?:basic|bearer) +/i, ''));
    }
    if (secrets.size > countBefore) maskSecrets = createSecretMask([...secrets]);
  };
  const showLines = (marker: string, lines: readonly string[]): void => {
    const text = safeLines(maskSecrets(mask(lines.join('\n'))));
    show(
      `${text
        .split('\n')
        .map((line) => `${marker} ${line}`.trimEnd())
        .join('\n')}\n`,
    );
  };
  return async (url, init) => {
    const body = typeof init.body === 'string' ? ['', init.body] : [];
    const headers = new Headers(init.headers);
    collectSecrets(headers);
    showLines('>', [`${init.method ?? 'GET'} ${url}`, ...headerLines(headers), ...body]);
    const response = await send(url, init);
    const head = [`${response.status} ${response.statusText}`, ...headerLines(response.headers)];
    // A stream is shown as it arrives, because it may stay open.
    showLines('<', [...head, '']);
    if (response.body === null) return response;
    const decoder = new TextDecoder();
    let line = '';
    const showBody = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        line += decoder.decode(chunk, { stream: true });
        const end = line.lastIndexOf('\n');
        // Shown in whole lines, so that a secret is not split.
        if (end >= 0) showLines('<', [line.slice(0, end)]);
        line = line.slice(end + 1);
        controller.enqueue(chunk);
      },
      flush() {
        if (line !== '') showLines('<', [line]);
      },
    });
    const { status, statusText } = response;
    return new Response(response.body.pipeThrough(showBody), { status, statusText, headers: response.headers });
  };
}

function headerLines(headers: Headers): readonly string[] {
  return [...headers].map(([name, value]) => `${name}: ${secretHeaders.has(name) ? masked : value}`);
}
