import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { fieldsOf, type Json, textOf } from '../json.ts';
import type { Credentials } from '../requests.ts';
import type { SecretFilter } from '../secrets.ts';
import { ArtifactView } from './artifact-view.tsx';
import { FileCard } from './file-card.tsx';

const maxBlocks = 50;

interface ContentBlocksProps {
  readonly blocks: readonly Json[];
  /** Used to load linked files of this server. */
  readonly credentials: Credentials;
  readonly filter: SecretFilter;
}

/** The content blocks of a result as cards, except text. */
export function ContentBlocks({ blocks, credentials, filter }: ContentBlocksProps): VNode {
  return (
    <>
      {blocks.slice(0, maxBlocks).map((block, index) => {
        const url = textOf(block, 'uri');
        if (url !== undefined) {
          const contentType = textOf(block, 'mimeType') ?? '';
          return <ArtifactView key={index} {...{ url, contentType, credentials, filter }} />;
        }
        const content = contentOfBlock(block);
        return content === undefined ? null : <ContentCard key={index} content={content} filter={filter} />;
      })}
      {blocks.length > maxBlocks && (
        <p class="hint">
          Only the first {maxBlocks} of {blocks.length} content blocks are shown.
        </p>
      )}
    </>
  );
}

interface BlockContent {
  readonly type: string;
  readonly title: string;
  readonly text?: string | undefined;
  readonly base64?: string | undefined;
}

function contentOfBlock(block: Json): BlockContent | undefined {
  const data = textOf(block, 'data');
  if (data !== undefined) return { type: textOf(block, 'mimeType') ?? '', title: 'Content', base64: data };
  const resource = fieldsOf(block, 'resource');
  const [text, base64] = [textOf(resource, 'text'), textOf(resource, 'blob')];
  if (text === undefined && base64 === undefined) return undefined;
  return {
    type: textOf(resource, 'mimeType') ?? 'text/plain',
    title: textOf(resource, 'uri') ?? 'Resource',
    text,
    base64,
  };
}

interface ContentCardProps {
  readonly content: BlockContent;
  readonly filter: SecretFilter;
}

function ContentCard({ content: { type, title, text, base64 = '' }, filter }: ContentCardProps): VNode {
  const bytes = useMemo(
    () => (text === undefined ? decodeBase64(base64) : new TextEncoder().encode(text)),
    [text, base64],
  );
  return <FileCard type={type} title={title} bytes={bytes} filter={filter} />;
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new TextEncoder().encode('Invalid base64.');
  }
}
