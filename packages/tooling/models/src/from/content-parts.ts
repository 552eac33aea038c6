import { audio, type ContentBlock, image } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/internal';

/** The types of parts with a file: its data, or its URL. */
const fileType = /^(?:image|audio|video|file|media|text-plain)(?:[-_](?:data|url))?$/;

/** Converts a content part of the AI SDK or LangChain to a content block. Returns `undefined` if it is neither text nor a file. */
export function blockOfPart(part: unknown): ContentBlock | undefined {
  if (!isObject(part)) return undefined;
  const { type, text, data, url, image_url: imageUrl } = part;
  if ((type === 'text' || type === 'text-plain') && typeof text === 'string') return { type: 'text', text };
  // Any other object with a URL is a plain value, such as a search result.
  if (typeof type !== 'string' || !fileType.test(type)) return undefined;
  if (typeof data === 'string' || data instanceof Uint8Array) return fileBlock(part, data);
  const link = url ?? (isObject(imageUrl) ? imageUrl['url'] : imageUrl);
  return typeof link === 'string' ? linkBlock(part, link) : undefined;
}

function fileBlock(part: Fields, data: string | Uint8Array): ContentBlock | undefined {
  const mimeType = mediaTypeOf(part);
  if (mimeType === undefined) return undefined;
  if (mimeType.startsWith('audio/')) return audio(data, mimeType);
  const block = image(data, mimeType);
  if (mimeType.startsWith('image/') || block.type !== 'image') return block;
  const uri = `attachment:${encodeURIComponent(nameOf(part) ?? 'file')}`;
  return { type: 'resource', resource: { uri, mimeType, blob: block.data } };
}

const base64DataUrl = /^data:([^;,]+)(?:;[^;,]*)*;base64,/;

function linkBlock(part: Fields, url: string): ContentBlock | undefined {
  const inline = base64DataUrl.exec(url);
  if (inline !== null) return fileBlock({ mimeType: inline[1], ...part }, url.slice(inline[0].length));
  const mimeType = mediaTypeOf(part);
  return { type: 'resource_link', uri: url, name: nameOf(part) ?? url, ...(mimeType !== undefined && { mimeType }) };
}

function mediaTypeOf({ mediaType, mimeType, mime_type: snake }: Fields): string | undefined {
  const type = mediaType ?? mimeType ?? snake;
  return typeof type === 'string' ? type : undefined;
}

function nameOf({ filename, metadata }: Fields): string | undefined {
  const name = filename ?? (isObject(metadata) ? (metadata['filename'] ?? metadata['name']) : undefined);
  return typeof name === 'string' ? name : undefined;
}
