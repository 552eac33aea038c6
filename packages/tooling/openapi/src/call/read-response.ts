import type { Response } from 'undici';
import { isJsonType } from '../reader/media-types.ts';

/** The decoded body of an API response. */
export type ApiResult =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly contentType: string; readonly name?: string }
  | { readonly kind: 'none' };

/** A response that is larger than the limit. */
export class ResponseTooLarge extends Error {
  override readonly name: string = 'ResponseTooLarge';
}

/** A response with a JSON content type whose body is not JSON. */
export class InvalidJson extends Error {
  override readonly name: string = 'InvalidJson';
}

/** Reads and decodes the body of a response. */
export async function readResponse(response: Response, maxBytes: number): Promise<ApiResult> {
  const bytes = await readBytes(response, maxBytes);
  if (bytes.length === 0) return { kind: 'none' };
  const contentType = response.headers.get('content-type') ?? 'application/octet-stream';
  if (isJsonType(contentType)) return { kind: 'json', value: parseJson(new TextDecoder().decode(bytes)) };
  if (isText(contentType)) return { kind: 'text', text: new TextDecoder(charsetOf(contentType)).decode(bytes) };
  const name = /filename="?([^";/\\]+)"?/iu.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { kind: 'file', bytes, contentType, ...(name !== undefined && { name }) };
}

/** Reads the body of an error response. A body that can't be read is ignored, because the status is enough. */
export async function readErrorBody(response: Response, maxBytes: number): Promise<ApiResult> {
  try {
    return await readResponse(response, maxBytes);
  } catch (thrown) {
    if (thrown instanceof InvalidJson || thrown instanceof ResponseTooLarge) return { kind: 'none' };
    throw thrown;
  }
}

async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // A throw inside the loop cancels the body.
  for await (const piece of response.body ?? []) {
    const chunk: unknown = piece;
    if (!(chunk instanceof Uint8Array)) {
      throw new TypeError('The body of the response has a chunk that is not a Uint8Array.');
    }
    size += chunk.length;
    if (size > maxBytes) throw new ResponseTooLarge('The response is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message would quote the response.
    throw new InvalidJson('The response is not valid JSON.');
  }
}

function isText(contentType: string): boolean {
  return /^(?:text\/|application\/(?:xml|yaml|x-yaml|javascript|graphql)\b|[^;]*\+(?:xml|yaml)\b)/iu.test(contentType);
}

function charsetOf(contentType: string): string {
  const charset = /charset="?([\w-]+)"?/iu.exec(contentType)?.[1] ?? 'utf-8';
  return /^(?:utf-8|utf-16le|iso-8859-1|windows-1252|us-ascii)$/iu.test(charset) ? charset : 'utf-8';
}
