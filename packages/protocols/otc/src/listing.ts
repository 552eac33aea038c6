import { jsonHeaders } from '@toolwire/core/internal';
import type { HttpResponse, ToolPage } from '@toolwire/core/wire';
import { encodeItem, encodeTool } from './encode-tool.ts';
import { defaultSchema } from './envelope.ts';

/** Responds to `GET /tools` with bytes that are encoded once per page. */
export interface Listing {
  reply(page: ToolPage, schema: string, ifNoneMatch: string | undefined): HttpResponse;
}

interface WrittenPage {
  readonly etag: string;
  /** The body after the `$schema` member, which repeats the caller's spelling. */
  readonly rest: string;
  /** The whole body with the usual `$schema`. */
  readonly bytes: Uint8Array;
}

/** Creates a listing. With `items`, it also lists the tools for clients of the renamed protocol (E13). */
export function createListing(items: boolean): Listing {
  const written = new WeakMap<ToolPage, WrittenPage>();

  const write = (page: ToolPage): WrittenPage => {
    // Always an array of complete definitions (OTC-LIST-02, OTC-LIST-04).
    const tools = { tools: page.tools.map(encodeTool) };
    const rest = JSON.stringify(items ? { ...tools, items: page.tools.map(encodeItem) } : tools).slice(1);
    const made = { etag: etagOf(rest), rest, bytes: new TextEncoder().encode(withSchema(defaultSchema, rest)) };
    written.set(page, made);
    return made;
  };

  return {
    reply(page, schema, ifNoneMatch) {
      const { etag, rest, bytes } = written.get(page) ?? write(page);
      const headers = { ...jsonHeaders, 'cache-control': 'private, no-cache', etag };
      if (matches(ifNoneMatch, etag)) return { status: 304, headers };
      return { status: 200, headers, body: schema === defaultSchema ? bytes : withSchema(schema, rest) };
    },
  };
}

function withSchema(schema: string, rest: string): string {
  return `{"$schema":${JSON.stringify(schema)},${rest}`;
}

// If-None-Match compares weakly, and `*` matches everything (RFC 9110).
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((candidate) => {
    const tag = candidate.trim();
    return tag === '*' || tag === etag || `W/${tag}` === etag;
  });
}

// Weak, since the caller's spelling of `$schema` is in the body and not in the tag. 53 bits of two mixed FNV-like
// hashes: it tells listings apart and keeps no secret, so no cryptography is needed (nor any import).
function etagOf(text: string): string {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  return `W/"${(high >>> 0).toString(16).padStart(8, '0')}${(low >>> 0).toString(16).padStart(8, '0')}"`;
}
