import type { ContentAnnotations } from '@toolwire/core';
import type { Fields } from '@toolwire/core/wire';
import { toBase64 } from '@toolwire/internal';
import type { DisplayMetadata } from '../definitions/definition-parts.ts';
import type { ListedResource, ResourceContent } from '../definitions/resource-definition.ts';
import type { Revision } from '../json-rpc/revisions.ts';
import type { Resource } from './compile-resource.ts';

/** Encodes the metadata that a revision supports. */
export function encodeDisplayMetadata(
  { title, description, icons, meta }: DisplayMetadata,
  { toolFields }: Revision,
): Fields {
  return {
    ...(title !== undefined && toolFields.has('title') && { title }),
    ...(description !== undefined && { description }),
    ...(icons !== undefined && toolFields.has('icons') && { icons }),
    ...(meta !== undefined && toolFields.has('_meta') && { _meta: meta }),
  };
}

/** Encodes the annotations that a revision supports. */
function encodeAnnotations(annotations: ContentAnnotations | undefined, { toolFields }: Revision): Fields {
  if (annotations === undefined) return {};
  // Revision 2025-06-18 added `lastModified` and `title`.
  const { lastModified: _lastModified, ...early } = annotations;
  return { annotations: toolFields.has('title') ? annotations : early };
}

/** Encodes a resource or a template for a list. */
export function encodeResource({ definition, template, size }: Resource, revision: Revision): Fields {
  const { uri, ...members } = encodeListed({ ...definition, size }, revision);
  return { ...(template === undefined ? { uri } : { uriTemplate: uri }), ...members };
}

/** Encodes a resource that a template lists. */
export function encodeListed(listed: ListedResource, revision: Revision): Fields {
  const { uri, name, mimeType, size, annotations } = listed;
  return {
    uri,
    name,
    ...encodeDisplayMetadata(listed, revision),
    ...(mimeType !== undefined && { mimeType }),
    ...(size !== undefined && { size }),
    ...encodeAnnotations(annotations, revision),
  };
}

/** The content returned by `read`. */
export type ReadResource = string | Uint8Array | readonly ResourceContent[];

/** The defaults of each part. */
interface ReadFrom {
  readonly uri: string;
  readonly mimeType: string | undefined;
}

/** Encodes content. `undefined` if it is invalid or longer than about `maxBytes`. */
export function encodeContents(
  read: ReadResource,
  from: ReadFrom,
  revision: Revision,
  maxBytes: number,
): readonly Fields[] | undefined {
  const contents = typeof read === 'string' ? [{ text: read }] : read instanceof Uint8Array ? [{ blob: read }] : read;
  // At least one part, since an empty list would mean an unknown resource. MCP-RES-03
  if (!Array.isArray(contents) || contents.length === 0) return undefined;
  let room = maxBytes;
  const encoded: Fields[] = [];
  for (const content of contents as readonly (ResourceContent | null | undefined)[]) {
    if (content === null || content === undefined) return undefined;
    const size = sizeOf(content);
    if (size === undefined || size > room) return undefined;
    room -= size;
    encoded.push(encodeContent(content, from, revision));
  }
  return encoded;
}

/** About the length of the content in a message, since text is counted in UTF-16 and without escapes. `undefined` if it is invalid. */
function sizeOf({ text, blob }: { readonly text?: unknown; readonly blob?: unknown }): number | undefined {
  // Base64 adds a third.
  if (blob instanceof Uint8Array) return (blob.length * 4) / 3;
  return (blob === undefined || blob === null) && typeof text === 'string' ? text.length : undefined;
}

function encodeContent(
  { uri, mimeType, text, blob, meta }: ResourceContent,
  from: ReadFrom,
  revision: Revision,
): Fields {
  const isBytes = blob instanceof Uint8Array;
  return {
    uri: uri ?? from.uri,
    mimeType: mimeType ?? from.mimeType ?? (isBytes ? 'application/octet-stream' : 'text/plain'),
    // Bytes are base64. MCP-RES-06
    ...(isBytes ? { blob: toBase64(blob) } : { text }),
    ...(meta !== undefined && revision.toolFields.has('_meta') && { _meta: meta }),
  };
}
