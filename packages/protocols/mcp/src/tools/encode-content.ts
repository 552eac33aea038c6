import type { ArtifactOutcome, ContentBlock, JsonValue, ValueOutcome } from '@toolwire/core';
import { isObject, stringifyValue } from '@toolwire/internal';
import type { Revision } from '../json-rpc/supported-revisions.ts';

/** Encodes the content of a value: its author's blocks, after the value as text if the author wrote no text. ANS-09 */
export function encodeValueContent({ content }: ValueOutcome, text: string, revision: Revision): string {
  const valueBlock = `{"type":"text","text":${text}}`;
  if (content === undefined) return `[${valueBlock}]`;
  const blocks = encodeBlocks(content, revision).map((block) => JSON.stringify(block));
  const hasText = content.some(({ type }) => type === 'text');
  return `[${(hasText ? blocks : [valueBlock, ...blocks]).join(',')}]`;
}

/** Returns the text of a value as a JSON string. `isStructured` means that the result also has the value as data. */
export function valueText(value: JsonValue, json: string, isStructured: boolean): string {
  // A string is sent unquoted, since the model reads it.
  if (typeof value === 'string') return json;
  return stringifyValue((isStructured ? onlyText(value) : undefined) ?? json);
}

/** Returns the string of an object with one property, which models read better than its JSON. ANS-09 */
function onlyText(value: JsonValue): string | undefined {
  if (!isObject(value)) return undefined;
  let only: unknown;
  // A loop, because a list of all names of a large object takes long.
  for (const name in value) {
    if (only !== undefined) return undefined;
    only = value[name];
  }
  // Some model APIs reject an empty text.
  return typeof only === 'string' && only !== '' ? only : undefined;
}

/** Encodes one text block as the content of a result. */
export function textContent(text: string): string {
  return `[{"type":"text","text":${JSON.stringify(text)}}]`;
}

/** Encodes content blocks. Types that the revision doesn't support become text. */
export function encodeBlocks(blocks: readonly ContentBlock[], revision: Revision): readonly object[] {
  return blocks.map((block) => {
    if (!revision.blocks.has(block.type)) return { type: 'text', text: describeBlock(block) };
    if (revision.toolFields.has('_meta')) return block;
    const { _meta, ...known } = block;
    return known;
  });
}

/** Encodes a stored output as text with its URL, and as a link where links are supported. ANS-05 */
export function encodeArtifact(
  { artifact }: ArtifactOutcome,
  revision: Revision,
  links: boolean,
): readonly ContentBlock[] {
  const { url, contentType, size, description, name = nameIn(url) } = artifact;
  const file = `${name} (${contentType}, ${size} ${size === 1 ? 'byte' : 'bytes'}): ${url}`;
  const text: ContentBlock = { type: 'text', text: description === '' ? file : `${description}\n${file}` };
  if (!links || !revision.blocks.has('resource_link')) return [text];
  return [text, { type: 'resource_link', uri: url, name, mimeType: contentType, size, description }];
}

function describeBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type} of type ${block.mimeType}, which this version of the protocol cannot carry]`;
    case 'resource':
      return block.resource.text ?? block.resource.uri;
    case 'resource_link':
      return `${block.title ?? block.description ?? block.name}: ${block.uri}`;
  }
}

// The default name: the last path segment, if it looks like a file name.
function nameIn(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  const last = path.slice(path.lastIndexOf('/') + 1);
  return /^[\w~-][\w.~-]*\.\w+$/.test(last) ? last : 'artifact';
}
