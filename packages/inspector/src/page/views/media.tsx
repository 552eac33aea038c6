import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SecretFilter } from '../secrets.ts';
import { CsvTable } from './csv-table.tsx';
import { Markdown } from './markdown.tsx';
import { Code } from './text.tsx';

// SVG is shown as text, because it may contain scripts.
export const images = /^image\/(?:png|jpeg|gif|webp|avif|bmp)\b/;
export const sounds = /^audio\/[\w.+-]+/;

interface MediaProps {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Masks the secrets in text. */
  readonly filter: SecretFilter;
}

/** Binary data as an image, audio, a table, Markdown or text. */
export function Media({ type, bytes, filter }: MediaProps): VNode {
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
  const text = filter.text(new TextDecoder().decode(bytes.slice(0, 1_000_000)));
  if (text.includes('\0')) return <p class="hint">Files of this type have no preview. Save the file to open it.</p>;
  if (type.startsWith('text/csv')) return <CsvTable text={text} />;
  if (type.startsWith('text/markdown')) return <Markdown text={text} />;
  return <Code label="The file as text" text={text} isJson={/\bjson\b/.test(type)} />;
}

/** Decodes base64. */
export function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new TextEncoder().encode('Invalid base64.');
  }
}
