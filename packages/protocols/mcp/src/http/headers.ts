import type { HttpRequest, WireHeaders } from '@toolwire/core/wire';

/** The headers that web pages need, for CORS. */
export function wireHeaders(hasSessions: boolean): WireHeaders {
  return {
    reads: [
      'baggage',
      'last-event-id',
      'mcp-method',
      'mcp-name',
      // Parameters that tools mark with `x-mcp-header`.
      'mcp-param-*',
      'mcp-protocol-version',
      sessionHeader,
      'traceparent',
      'tracestate',
    ],
    sends: ['retry-after', 'www-authenticate', ...(hasSessions ? [sessionHeader] : [])],
  };
}

const blanks = '\t ';

/** Removes the white space that HTTP allows around a value. A regular expression would take long for many blanks inside a value. */
export function trimmed(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && blanks.includes(value.charAt(start))) start++;
  while (end > start && blanks.includes(value.charAt(end - 1))) end--;
  return value.slice(start, end);
}

/**
 * Reads the headers of a request. A separate function, so that its closure doesn't retain the message while its tool
 * runs.
 */
export function headerOf(request: HttpRequest): (name: string) => string | undefined {
  return (name) => request.header(name);
}

/** The header with the session ID. */
export const sessionHeader = 'mcp-session-id';

/** The protocol version in the header of a request. */
export function versionOf(request: HttpRequest): string | undefined {
  const sent = request.header('mcp-protocol-version');
  return sent && trimmed(sent);
}

// Nearly all clients send exactly this. Comparing it is much cheaper than parsing it.
const jsonAndStream = 'application/json, text/event-stream';

/** Whether a client accepts JSON. Without the header it accepts anything. */
export function acceptsJson(accept: string | undefined): boolean {
  return accept === undefined || accept === jsonAndStream || accepts(accept, (type) => json.has(type));
}

/** Whether a client accepts an event stream, which it must state explicitly. */
export function acceptsStream(accept: string | undefined): boolean {
  return accept === jsonAndStream || (accept !== undefined && accepts(accept, (type) => type === 'text/event-stream'));
}

const json: ReadonlySet<string> = new Set(['application/json', 'application/*', '*/*']);

function accepts(accept: string, isWanted: (type: string) => boolean): boolean {
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';');
    return isWanted(type.trim().toLowerCase()) && !parameters.some((parameter) => zeroQuality.test(parameter));
  });
}

const zeroQuality = /^\s*q\s*=\s*0(?:\.0*)?\s*$/i;
