import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SecretFilter } from '../secrets.ts';
import { Button } from './controls.tsx';
import { CsvTable } from './csv-table.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Markdown } from './markdown.tsx';
import { Code, Text } from './text.tsx';

interface FileCardProps {
  readonly type: string;
  readonly title: string;
  /** The content of the file, if it is loaded. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  /** Masks the texts of the card. A saved file is complete. */
  readonly filter: SecretFilter;
  readonly action?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A file or a content block with its type, its size and a preview, which the user can save. */
export function FileCard({ type, title, bytes, filter, action, children }: FileCardProps): VNode {
  const maskedTitle = filter.maskText(title);
  return (
    <div class="card">
      <p class="card-head">
        <Icon name={iconOf(type)} />
        <span>
          <b>
            <Text text={maskedTitle} maxLength={120} />
          </b>{' '}
          <span class="hint">
            <Text text={filter.maskText(type)} maxLength={100} />
            {bytes !== undefined && `, ${sizeText(bytes.length)}`}
          </span>
        </span>
        <span class="end">
          {action}
          {bytes !== undefined && (
            <Button class="quiet" onClick={() => saveFile(fileName(maskedTitle), bytes)} text="Save" />
          )}
        </span>
      </p>
      {children}
      {bytes !== undefined && <Media type={type} bytes={bytes} filter={filter} />}
    </div>
  );
}

function iconOf(type: string): IconName {
  if (imageTypes.test(type)) return 'image';
  return audioTypes.test(type) ? 'audio' : 'file';
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Returns the last segment of a path as a safe file name. */
function fileName(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? '').replace(/[^\w.-]+/g, '_') || 'result';
}

function saveFile(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const link = document.createElement('a');
  // With this type, the browser saves the file and does not show it.
  link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

// SVG is shown as text, because it may contain scripts.
const imageTypes = /^image\/(?:png|jpeg|gif|webp|avif|bmp)\b/;
const audioTypes = /^audio\/[\w.+-]+/;

interface MediaProps {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Masks the secrets in text. */
  readonly filter: SecretFilter;
}

/** Binary data as an image, audio, a table, Markdown or text. */
function Media({ type, bytes, filter }: MediaProps): VNode {
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
  const label = 'The file as text';
  if (type.startsWith('text/markdown')) return <Markdown {...{ text, label }} />;
  return <Code {...{ text, label }} isJson={/\bjson\b/.test(type)} />;
}
