import { toBase64 } from '@toolwire/core/wire';
import type { ResourceContent } from '../definitions/resource-definition.ts';
import type { Dialect } from '../revisions/dialect.ts';
import type { Fields } from '../rpc/json-shape.ts';

/** What a resource was read as. */
export type ReadResource = string | Uint8Array | readonly ResourceContent[];

/** The resource that was read. */
interface ReadFrom {
  readonly uri: string;
  readonly mimeType: string | undefined;
}

/** Writes what was read; `undefined` where it is longer than so many bytes, or is nothing that can be sent. */
export function encodeContents(
  read: ReadResource,
  from: ReadFrom,
  dialect: Dialect,
  maxBytes: number,
): readonly Fields[] | undefined {
  const contents = typeof read === 'string' ? [{ text: read }] : read instanceof Uint8Array ? [{ blob: read }] : read;
  // MCP-RES-03: at least one, since none would mean that there is no such resource.
  if (!Array.isArray(contents) || contents.length === 0) return undefined;
  let room = maxBytes;
  const encoded: Fields[] = [];
  for (const content of contents as readonly ResourceContent[]) {
    room -= content.text?.length ?? ((content.blob?.length ?? 0) * 4) / 3;
    if (room < 0) return undefined;
    encoded.push(encodeContent(content, from, dialect));
  }
  return encoded;
}

function encodeContent({ uri, mimeType, text, blob, meta }: ResourceContent, from: ReadFrom, dialect: Dialect): Fields {
  return {
    uri: uri ?? from.uri,
    mimeType: mimeType ?? from.mimeType ?? (blob === undefined ? 'text/plain' : 'application/octet-stream'),
    // MCP-RES-06: bytes are base64.
    ...(blob === undefined ? { text: String(text) } : { blob: toBase64(blob) }),
    ...(meta !== undefined && dialect.toolFields.has('_meta') && { _meta: meta }),
  };
}
