import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isFields, type Json, textOf } from '../json.ts';
import { Code, Text } from './text.tsx';

/** The content blocks of a result, except text. */
export function ContentBlocks({ blocks }: { readonly blocks: readonly Json[] }): VNode {
  return (
    <>
      {blocks.slice(0, 50).map((block, index) => {
        const data = textOf(block, 'data');
        const mimeType = textOf(block, 'mimeType') ?? '';
        if (data !== undefined) return <Media key={index} type={mimeType} bytes={decode(data)} />;
        const resource = isFields(block) ? block['resource'] : undefined;
        const text = textOf(resource, 'text');
        return text === undefined ? null : (
          <Code key={index} label={textOf(resource, 'uri') ?? 'Resource'} text={text} />
        );
      })}
    </>
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
    <div class="artifact">
      <p>
        A file (<Text text={contentType} most={100} />
        ): <Text text={url} />
      </p>
      {isOwn ? (
        <button
          type="button"
          onClick={() => {
            load().catch(() => setLoaded('The file could not be read.'));
          }}
        >
          Preview
        </button>
      ) : (
        <p class="hint">The file is at another origin, which this page cannot load.</p>
      )}
      {typeof loaded === 'string' && <p class="error">{loaded}</p>}
      {loaded instanceof Uint8Array && <Media type={contentType} bytes={loaded} />}
    </div>
  );
}

// SVG is shown as text, because it may contain scripts.
const images = /^image\/(?:png|jpeg|gif|webp|avif|bmp)\b/;
const sounds = /^audio\/[\w.+-]+/;

/** Binary data as an image, audio, a table or text. */
function Media({ type, bytes }: { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }): VNode {
  const [address, setAddress] = useState<string | undefined>(undefined);
  const isShown = images.test(type) || sounds.test(type);
  useEffect(() => {
    if (!isShown) return undefined;
    const url = URL.createObjectURL(new Blob([bytes], { type: type.split(';')[0] ?? '' }));
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [bytes, type, isShown]);
  if (address !== undefined && images.test(type)) return <img src={address} alt="The result of the tool" />;
  // biome-ignore lint/a11y/useMediaCaption: a tool result has no caption track.
  if (address !== undefined && sounds.test(type)) {
    return <audio src={address} controls aria-label="The result of the tool" />;
  }
  if (isShown) return <p class="hint">…</p>;
  const text = new TextDecoder().decode(bytes.slice(0, 1_000_000));
  return type.startsWith('text/csv') ? <Table text={text} /> : <Code label="The file as text" text={text} />;
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new TextEncoder().encode('Invalid base64.');
  }
}

/** The first rows of comma-separated values. */
function Table({ text }: { readonly text: string }): VNode {
  const rows = readRows(text).slice(0, 100);
  const [head = [], ...body] = rows;
  return (
    <div class="table" tabIndex={0} role="group" aria-label="The file as a table">
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th scope="col" key={index}>
                <Text text={cell} most={200} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Text text={cell} most={200} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function readRows(text: string): readonly (readonly string[])[] {
  return text
    .slice(0, 200_000)
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
      ),
    );
}
