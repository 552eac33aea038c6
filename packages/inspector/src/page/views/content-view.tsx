import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { isFields, type Json, textOf } from '../json.ts';
import type { SecretFilter } from '../secrets.ts';
import { Icon, type IconName } from './icon.tsx';
import { decodeBase64, images, Media, sounds } from './media.tsx';
import { CopyButton, Text } from './text.tsx';

interface Filtered {
  /** Masks what is shown. A saved file is complete. */
  readonly filter: SecretFilter;
}

/** The content blocks of a result as cards, except text. */
export function ContentBlocks({ blocks, filter }: { readonly blocks: readonly Json[] } & Filtered): VNode {
  return (
    <>
      {blocks.slice(0, 50).map((block, index) => {
        const data = textOf(block, 'data');
        if (data !== undefined) {
          return <BytesCard key={index} type={textOf(block, 'mimeType') ?? ''} bytes={data} filter={filter} />;
        }
        const resource = isFields(block) ? (block['resource'] ?? null) : null;
        const [text, blob] = [textOf(resource, 'text'), textOf(resource, 'blob')];
        const type = textOf(resource, 'mimeType') ?? 'text/plain';
        const title = textOf(resource, 'uri') ?? 'Resource';
        if (text !== undefined) {
          return (
            <FileCard key={index} type={type} title={title} bytes={new TextEncoder().encode(text)} filter={filter} />
          );
        }
        return blob === undefined ? null : (
          <BytesCard key={index} type={type} title={title} bytes={blob} filter={filter} />
        );
      })}
    </>
  );
}

interface BytesProps extends Filtered {
  readonly type: string;
  readonly title?: string;
  /** In base64. */
  readonly bytes: string;
}

function BytesCard({ type, title = 'Content', bytes, filter }: BytesProps): VNode {
  const [decoded] = useState(() => decodeBase64(bytes));
  return <FileCard type={type} title={title} bytes={decoded} filter={filter} />;
}

function FileCard(props: Omit<CardProps, 'bytes'> & { readonly bytes: Uint8Array<ArrayBuffer> }): VNode {
  const { type, bytes, filter } = props;
  return (
    <Card {...props}>
      <Media type={type} bytes={bytes} filter={filter} />
    </Card>
  );
}

interface CardProps extends Filtered {
  readonly type: string;
  readonly title: string;
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined;
  readonly action?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A file or a content block with its type and its size. */
function Card({ type, title: given, bytes, filter, action, children }: CardProps): VNode {
  const title = filter.text(given);
  const icon: IconName = images.test(type) ? 'image' : sounds.test(type) ? 'audio' : 'file';
  return (
    <div class="card">
      <p class="card-head">
        <Icon name={icon} />
        <span>
          <b>
            <Text text={title} most={120} />
          </b>{' '}
          <span class="hint">
            <Text text={filter.text(type)} most={100} />
            {bytes !== undefined && `, ${sizeText(bytes.length)}`}
          </span>
        </span>
        <span class="end">
          {action}
          {bytes !== undefined && <SaveButton type={type} title={title} bytes={bytes} />}
        </span>
      </p>
      {children}
    </div>
  );
}

function SaveButton({
  type,
  title,
  bytes,
}: Required<Pick<CardProps, 'type' | 'title'>> & { readonly bytes: Uint8Array<ArrayBuffer> }): VNode {
  const save = (): void => {
    const link = document.createElement('a');
    // The browser saves it, whatever it contains, and shows none of it.
    link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
    link.download =
      (title.split(/[/\\]/).at(-1) ?? '').replace(/[^\w.-]+/g, '_') || `result.${type.split('/')[1] ?? 'bin'}`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <button type="button" class="quiet" onClick={save}>
      Save
    </button>
  );
}

interface ArtifactProps extends Filtered {
  readonly url: string;
  readonly contentType: string;
  readonly credentials: Readonly<Record<string, string>>;
}

/** A file of a tool, loaded on demand and never shown as a page. */
export function ArtifactView({ url, contentType, credentials, filter }: ArtifactProps): VNode {
  const [loaded, setLoaded] = useState<Uint8Array<ArrayBuffer> | string | undefined>(undefined);
  const [name, setName] = useState<string | undefined>(undefined);
  const address = readAddress(url, document.location.href);
  const isOwn = address?.origin === document.location.origin;
  const load = async (): Promise<void> => {
    if (address === undefined) return;
    const response = await fetch(address, { headers: credentials, cache: 'no-store' });
    const bytes = new Uint8Array(await response.arrayBuffer());
    setName(fileNameOf(response.headers.get('content-disposition') ?? ''));
    setLoaded(response.ok ? bytes : `The server responded with status ${response.status}.`);
  };
  return (
    <Card
      type={contentType}
      title={name ?? address?.pathname ?? url}
      bytes={typeof loaded === 'object' ? loaded : undefined}
      filter={filter}
      action={
        <>
          {address !== undefined && <CopyButton title="Copy link" text={address.href} />}
          {isOwn && typeof loaded !== 'object' && (
            <button
              type="button"
              onClick={() => {
                load().catch(() => setLoaded('The file could not be read.'));
              }}
            >
              Preview
            </button>
          )}
        </>
      }
    >
      {!isOwn && (
        <p class="hint">
          {address === undefined
            ? 'The URL of the file is invalid: '
            : 'The file is at another origin, which this page cannot load: '}
          <Text text={filter.text(url)} />
        </p>
      )}
      {typeof loaded === 'string' && <p class="error">{loaded}</p>}
      {loaded instanceof Uint8Array && <Media type={contentType} bytes={loaded} filter={filter} />}
    </Card>
  );
}

/** Reads a URL of a tool, relative to the page; `undefined` if it is invalid. */
export function readAddress(url: string, base: string): URL | undefined {
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}

/** The file name in a `Content-Disposition` header; `undefined` without one. */
function fileNameOf(disposition: string): string | undefined {
  const [, encoded, quoted] = /filename\*=UTF-8''([^;]+)|filename="([^"]+)"/i.exec(disposition) ?? [];
  try {
    return encoded === undefined ? quoted : decodeURIComponent(encoded);
  } catch {
    // The header is malformed, so the path of the URL is shown.
    return undefined;
  }
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
