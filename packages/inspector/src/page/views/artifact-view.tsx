import { parseUrl } from '@toolwire/internal';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type Credentials, fetchWith, messageOf } from '../requests.ts';
import type { SecretFilter } from '../secrets.ts';
import { Button, CopyButton } from './controls.tsx';
import { FileCard } from './file-card.tsx';
import { Alert } from './notices.tsx';
import { Text } from './text.tsx';

interface ArtifactProps {
  readonly url: string;
  readonly contentType: string;
  readonly credentials: Credentials;
  readonly filter: SecretFilter;
}

/** A file of a tool, loaded on demand and never shown as a page. */
export function ArtifactView({ url, contentType, credentials, filter }: ArtifactProps): VNode {
  const [bytes, setBytes] = useState<Uint8Array<ArrayBuffer> | undefined>(undefined);
  const [problem, setProblem] = useState('');
  const [name, setName] = useState<string | undefined>(undefined);
  const fileUrl = parseUrl(url, document.location.href);
  const isSameOrigin = fileUrl?.origin === document.location.origin;
  const load = async (from: URL): Promise<void> => {
    const response = await fetchWith(credentials, from.href);
    setName(fileNameOf(response.headers.get('content-disposition') ?? ''));
    if (response.ok) setBytes(new Uint8Array(await response.arrayBuffer()));
    setProblem(response.ok ? '' : `The server responded with status ${response.status}.`);
  };
  return (
    <FileCard
      type={contentType}
      title={name ?? fileUrl?.pathname ?? url}
      bytes={bytes}
      filter={filter}
      action={
        <>
          {fileUrl !== undefined && <CopyButton title="Copy link" text={fileUrl.href} />}
          {isSameOrigin && bytes === undefined && (
            <Button
              onClick={() => {
                load(fileUrl).catch((thrown: unknown) =>
                  setProblem(`The file could not be read. ${messageOf(thrown, '')}`),
                );
              }}
              text="Preview"
            />
          )}
        </>
      }
    >
      {!isSameOrigin && (
        <p class="hint">
          {fileUrl === undefined
            ? 'The URL of the file is invalid: '
            : 'This page cannot load files of another origin: '}
          <Text text={filter.maskText(url)} />
        </p>
      )}
      <Alert message={problem} />
    </FileCard>
  );
}

/** Returns the file name in a `Content-Disposition` header; `undefined` without one. */
export function fileNameOf(disposition: string): string | undefined {
  // Reads each parameter as a whole, because a quoted value may contain what looks like another one. If its last quote is
  // escaped, it ends there: some servers don't escape backslashes.
  const parameters = disposition.matchAll(/(?:^|;)\s*([^\s;="]+)=(?:"((?:\\.|[^"\\])*|.*)"|([^;"]*))/g);
  const values = [...parameters].map(([, name = '', quoted, unquoted = '']) => [
    name,
    quoted?.replace(/\\(["\\])/g, '$1') ?? unquoted.trim(),
  ]);
  const valueOf = (searched: string) => values.find(([name]) => name?.toLowerCase() === searched)?.[1] || undefined;
  const plain = valueOf('filename');
  const [, encoded] = /^UTF-8'[^']*'(\S+)$/i.exec(valueOf('filename*') ?? '') ?? [];
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded);
  } catch {
    // The encoded name is malformed.
    return plain;
  }
}
