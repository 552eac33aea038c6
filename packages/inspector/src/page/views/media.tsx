import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SecretFilter } from '../secrets.ts';
import { CsvTable } from './csv-table.tsx';
import { Markdown } from './markdown.tsx';
import { Code } from './text.tsx';

// SVG is shown as text, because it may contain scripts.
export const imageTypes = /^image\/(?:png|jpeg|gif|webp|avif|bmp)\b/;
export const audioTypes = /^audio\/[\w.+-]+/;

interface MediaProps {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Masks the secrets in text. */
  readonly filter: SecretFilter;
}

/** Binary data as an image, audio, a table, Markdown or text. */
export function Media({ type, bytes, filter }: MediaProps): VNode {
  const [url, setUrl] = useState<string | undefined>(undefined);
  const [isImage, isAudio] = [imageTypes.test(type), audioTypes.test(type)];
  const isMedia = isImage || isAudio;
  useEffect(() => {
    if (!isMedia) return undefined;
    const blobUrl = URL.createObjectURL(new Blob([bytes], { type: type.split(';')[0] ?? '' }));
    setUrl(blobUrl);
    return () => URL.revokeObjectURL(blobUrl);
  }, [bytes, type, isMedia]);
  if (isMedia && url === undefined) return <p class="hint">…</p>;
  if (isImage) return <img src={url} alt="The result of the tool" />;
  // biome-ignore lint/a11y/useMediaCaption: a tool result has no caption track.
  if (isAudio) return <audio src={url} controls aria-label="The result of the tool" />;
  const text = filter.maskText(new TextDecoder().decode(bytes.slice(0, 1_000_000)));
  if (text.includes('\0')) return <p class="hint">No preview. Save the file to open it.</p>;
  if (type.startsWith('text/csv')) return <CsvTable text={text} />;
  if (type.startsWith('text/markdown')) return <Markdown text={text} />;
  return <Code label="The file as text" text={text} isJson={/\bjson\b/.test(type)} />;
}
