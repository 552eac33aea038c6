import type { ComponentChildren, VNode } from 'preact';
import type { SecretFilter } from '../secrets.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { audioTypes, imageTypes } from './media.tsx';
import { Text } from './text.tsx';

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

/** A file or a content block with its type and its size, which the user can save. */
export function FileCard({ type, title, bytes, filter, action, children }: FileCardProps): VNode {
  const maskedTitle = filter.maskText(title);
  return (
    <div class="card">
      <p class="card-head">
        <Icon name={iconOf(type)} />
        <span>
          <b>
            <Text text={maskedTitle} most={120} />
          </b>{' '}
          <span class="hint">
            <Text text={filter.maskText(type)} most={100} />
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
