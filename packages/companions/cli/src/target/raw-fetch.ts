import type { Fetch } from '@toolwire/client';
import { mask as masked } from '@toolwire/internal';
import { safeLines } from '../safe-text.ts';

/** Headers that say who somebody is, whatever their value. */
const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'otc-api-key',
  'proxy-authorization',
  'set-cookie',
]);

/** A fetch that shows what goes over the wire, without credentials. */
export function createRawFetch(send: Fetch, show: (text: string) => void, mask: (text: string) => string): Fetch {
  const showLines = (sign: string, lines: readonly string[]): void => {
    const text = safeLines(mask(lines.join('\n')));
    show(
      `${text
        .split('\n')
        .map((line) => `${sign} ${line}`.trimEnd())
        .join('\n')}\n`,
    );
  };
  return async (url, init) => {
    const body = typeof init.body === 'string' ? ['', init.body] : [];
    showLines('>', [`${init.method ?? 'GET'} ${url}`, ...headerLines(new Headers(init.headers)), ...body]);
    const response = await send(url, init);
    const head = [`${response.status} ${response.statusText}`, ...headerLines(response.headers)];
    // A stream is shown piece by piece as it comes, since it may go on for long.
    showLines('<', [...head, '']);
    if (response.body === null) return response;
    const decoder = new TextDecoder();
    let line = '';
    const shown = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        line += decoder.decode(chunk, { stream: true });
        const end = line.lastIndexOf('\n');
        // Whole lines, so that no secret is cut in two.
        if (end >= 0) showLines('<', [line.slice(0, end)]);
        line = line.slice(end + 1);
        controller.enqueue(chunk);
      },
      flush() {
        if (line !== '') showLines('<', [line]);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(shown), { status, statusText, headers });
  };
}

function headerLines(headers: Headers): readonly string[] {
  return [...headers].map(([name, value]) => `${name}: ${secretHeaders.has(name) ? masked : value}`);
}
