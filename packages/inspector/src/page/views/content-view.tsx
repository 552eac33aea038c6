import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { isFields, type Json, textOf } from '../json.ts';
import { Icon, type IconName } from './icon.tsx';
import { decodeBase64, images, Media, sounds } from './media.tsx';
import { Text } from './text.tsx';

/** The content blocks of a result as cards, except text. */
export function ContentBlocks({ blocks }: { readonly blocks: readonly Json[] }): VNode {
  return (
    <>
      {blocks.slice(0, 50).map((block, index) => {
        const data = textOf(block, 'data');
        if (data !== undefined) return <BytesCard key={index} type={textOf(block, 'mimeType') ?? ''} bytes={data} />;
        const resource = isFields(block) ? (block['resource'] ?? null) : null;
        const [text, blob] = [textOf(resource, 'text'), textOf(resource, 'blob')];
        const type = textOf(resource, 'mimeType') ?? 'text/plain';
        const title = textOf(resource, 'uri') ?? 'Resource';
        if (text !== undefined) {
          return (
            <Card key={index} type={type} title={title} bytes={new TextEncoder().encode(text)}>
              <Media type={type} bytes={new TextEncoder().encode(text)} />
            </Card>
          );
        }
        return blob === undefined ? null : <BytesCard key={index} type={type} title={title} bytes={blob} />;
      })}
    </>
  );
}

interface BytesProps {
  readonly type: string;
  readonly title?: string;
  /** In base64. */
  readonly bytes: string;
}

function BytesCard({ type, title = 'Content', bytes }: BytesProps): VNode {
  const [decoded] = useState(() => decodeBase64(bytes));
  return (
    <Card type={type} title={title} bytes={decoded}>
      <Media type={type} bytes={decoded} />
    </Card>
  );
}

interface CardProps {
  readonly type: string;
  readonly title: string;
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined;
  readonly action?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A file or a content block with its type and its size. */
function Card({ type, title, bytes, action, children }: CardProps): VNode {
  const icon: IconName = images.test(type) ? 'image' : sounds.test(type) ? 'audio' : 'file';
  return (
    <div class="card">
      <p class="card-head">
        <Icon name={icon} />
        <b>
          <Text text={title} most={120} />
        </b>
        <span class="hint">
          <Text text={type} most={100} />
          {bytes !== undefined && `, ${sizeText(bytes.length)}`}
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

interface ArtifactProps {
  readonly url: string;
  readonly contentType: string;
  readonly credentials: Readonly<Record<string, string>>;
}

const maxBytes = 20_000_000;

/** A file of a tool, loaded on demand and never shown as a page. */
export function ArtifactView({ url, contentType, credentials }: ArtifactProps): VNode {
  const [loaded, setLoaded] = useState<Uint8Array<ArrayBuffer> | string | undefined>(undefined);
  const address = new URL(url, document.location.href);
  const isOwn = address.origin === document.location.origin;
  const load = async (): Promise<void> => {
    const response = await fetch(address, { headers: credentials, cache: 'no-store' });
    const bytes = new Uint8Array(await response.arrayBuffer());
    setLoaded(response.ok ? bytes.slice(0, maxBytes) : `The server answered ${response.status}.`);
  };
  return (
    <Card
      type={contentType}
      title={address.pathname}
      bytes={typeof loaded === 'object' ? loaded : undefined}
      action={
        isOwn && (
          <button
            type="button"
            onClick={() => {
              load().catch(() => setLoaded('The file could not be read.'));
            }}
          >
            Preview
          </button>
        )
      }
    >
      {!isOwn && (
        <p class="hint">
          The file is at another origin, which this page cannot load: <Text text={url} />
        </p>
      )}
      {typeof loaded === 'string' && <p class="error">{loaded}</p>}
      {loaded instanceof Uint8Array && <Media type={contentType} bytes={loaded} />}
    </Card>
  );
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
