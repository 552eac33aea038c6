import type { IncomingMessage } from 'node:http';
import { isHeader } from './is-header.ts';

/** A header of a request by its lower-case name, from the raw list: node itself keeps only the first of a repeated Content-Type or Authorization. */
export function rawHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string | undefined {
  let found: string | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (!isHeader(rawHeaders[index] as string, name)) continue;
    const value = rawHeaders[index + 1] as string;
    // RFC 9113, 8.2.3: over HTTP/2 cookies may come in several fields.
    found = found === undefined ? value : `${found}${name === 'cookie' ? '; ' : ', '}${value}`;
  }
  return found;
}
