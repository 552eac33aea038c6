import type { Fetch } from '@toolwire/client';
import { createSecretMask, mask as masked } from '@toolwire/internal';
import { safeLines } from '../terminal/terminal-text.ts';
import { joinLines } from '../terminal/text-width.ts';

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
  return async (url, init) => {
    const body = typeof init.body === 'string' ? ['', init.body] : [];
    const headers = new Headers(init.headers);
    const maskHeaders = createSecretMask(secretsIn(headers));
    const showLines = (marker: string, lines: readonly string[]): void => {
      const text = safeLines(maskHeaders(mask(lines.join('\n'))));
      show(joinLines(text.split('\n').map((line) => `${marker} ${line}`.trimEnd())));
    };
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

/** The credentials that were created for a request, such as signed tokens. Its response may repeat them. */
function secretsIn(headers: Headers): readonly string[] {
  return [...headers]
    .filter(([name]) => secretHeaders.has(name))
    .map(([, value]) => value.replace(/^(?:basic|bearer) +/i, ''));
}

function headerLines(headers: Headers): readonly string[] {
  return [...headers].map(([name, value]) => `${name}: ${secretHeaders.has(name) ? masked : value}`);
}
