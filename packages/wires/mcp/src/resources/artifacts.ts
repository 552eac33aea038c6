import type { ArtifactReader, FoundArtifact } from '@toolwire/core';
import { GrowingBytes } from '@toolwire/core/wire';
import { ToolError } from '@toolwire/errors';
import type { ResourceContent } from '../definitions/resource-definition.ts';
import type { Fields } from '../rpc/json-shape.ts';

/** Why an address of an artifact leads to nothing. */
export type ArtifactProblem = Extract<FoundArtifact, { readonly ok: false }>['problem'];

/** Reads an artifact whole, as whoever has its address may; or says why not. */
export async function readArtifact(
  { read }: Pick<ArtifactReader, 'read'>,
  uri: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<readonly ResourceContent[] | ArtifactProblem> {
  const found = await read(uri);
  if (!found.ok) return found.problem;
  const { contentType, size, body } = found;
  // As base64 it is a third longer.
  if (size * (4 / 3) > maxBytes) {
    throw new ToolError(`The file has ${size} bytes, which is more than a message carries. Fetch it from its address.`);
  }
  const bytes = new GrowingBytes(size);
  for await (const piece of body) {
    signal.throwIfAborted();
    bytes.add(piece);
    if (bytes.length > size) break;
  }
  if (bytes.length !== size) throw new RangeError('The artifact is not as long as its store has said');
  const blob = bytes.take();
  const text = isText(contentType) ? asText(blob) : undefined;
  return [text === undefined ? { mimeType: contentType, blob } : { mimeType: contentType, text }];
}

/** Writes the addresses of artifacts as a template of the list. */
export function encodeArtifacts(uriTemplate: string): Fields {
  return {
    uriTemplate,
    name: 'artifacts',
    description: 'Files that tools have answered with, each at the address that came with its result',
  };
}

function isText(contentType: string): boolean {
  return /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|yaml)(?:$|;))/.test(contentType) && isUtf8(contentType);
}

function isUtf8(contentType: string): boolean {
  const charset = /; ?charset=([^;]+)/i.exec(contentType)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

function asText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Whatever it says that it is: bytes reach their reader as they are.
    return undefined;
  }
}
