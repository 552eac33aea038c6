import type { ArtifactLookup, ArtifactReader } from '@toolwire/core';
import { ByteBuffer } from '@toolwire/core/internal';
import { ToolError } from '@toolwire/errors';
import type { ResourceContent } from '../definitions/resource-definition.ts';

/** Why an artifact can't be read. */
export type ArtifactProblem = Extract<ArtifactLookup, { readonly ok: false }>['problem'];

/** Reads a whole artifact. Knowing its URL is the permission to read it. */
export async function readArtifact(
  { read }: Pick<ArtifactReader, 'read'>,
  uri: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<readonly ResourceContent[] | ArtifactProblem> {
  const artifact = await read(uri);
  if (!artifact.ok) return artifact.problem;
  const { contentType, size, body } = artifact;
  // Base64 adds a third.
  if (size * (4 / 3) > maxBytes) {
    throw new ToolError(`The file has ${size} bytes, too many for a message. Fetch it from its URL.`);
  }
  const bytes = new ByteBuffer(size);
  for await (const chunk of body) {
    signal.throwIfAborted();
    if (!bytes.add(chunk)) throw new RangeError(wrongLength);
  }
  if (bytes.length !== size) throw new RangeError(wrongLength);
  const blob = bytes.take();
  const text = isText(contentType) ? asString(blob) : undefined;
  return [text === undefined ? { mimeType: contentType, blob } : { mimeType: contentType, text }];
}

const wrongLength = 'The artifact has a different length than its store reported';

function isText(contentType: string): boolean {
  return /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|yaml) *(?:$|;))/i.test(contentType) && isUtf8(contentType);
}

function isUtf8(contentType: string): boolean {
  const charset = /; *charset="?([^;" ]+)/i.exec(contentType)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

function asString(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Not valid UTF-8 despite its content type, so it is sent as bytes.
    return undefined;
  }
}
