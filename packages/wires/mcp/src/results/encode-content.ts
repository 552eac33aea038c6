import type { ArtifactOutcome, ContentBlock } from '@toolwire/core';
import type { Dialect } from '../revisions/dialect.ts';

/** Writes the blocks of a result; those that a revision does not know become text. */
export function encodeBlocks(blocks: readonly ContentBlock[], dialect: Dialect): readonly object[] {
  return blocks.map((block) => {
    if (!dialect.blocks.has(block.type)) return { type: 'text', text: describeBlock(block) };
    if (dialect.toolFields.has('_meta')) return block;
    const { _meta, ...known } = block;
    return known;
  });
}

/** Writes a stored output: in words that name its address, and as a link where there are links (ANS-05). */
export function encodeArtifact(
  { artifact }: ArtifactOutcome,
  dialect: Dialect,
  links: boolean,
): readonly ContentBlock[] {
  const { url, contentType, size, description, name = nameIn(url) } = artifact;
  const file = `${name} (${contentType}, ${size} ${size === 1 ? 'byte' : 'bytes'}): ${url}`;
  const text: ContentBlock = { type: 'text', text: description === '' ? file : `${description}\n${file}` };
  if (!links || !dialect.blocks.has('resource_link')) return [text];
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

// Where an artifact has no name of its own: the last part of the path if that is called as files are.
function nameIn(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  const last = path.slice(path.lastIndexOf('/') + 1);
  return /^[\w~-][\w.~-]*\.\w+$/.test(last) ? last : 'artifact';
}
