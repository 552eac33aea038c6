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

/** Writes a stored output: a link where there are links, and its address in words before. */
export function encodeArtifact({ artifact }: ArtifactOutcome): ContentBlock {
  const { url, contentType, size, description } = artifact;
  return { type: 'resource_link', uri: url, name: nameOf(url), mimeType: contentType, size, description };
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

// The last part of the path, as files are called.
function nameOf(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  return path.slice(path.lastIndexOf('/') + 1) || url;
}
