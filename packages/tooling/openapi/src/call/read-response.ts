import { ToolError } from '@toolwire/errors';
import type { Response } from 'undici';
import { isJsonType } from '../reader/media-types.ts';
import { requestLess } from './shape-result.ts';

/** The decoded body of an API response. */
export type ApiResult =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly contentType: string; readonly name?: string }
  | { readonly kind: 'none' };

/** Reads and decodes the body of a response. Throws a `ToolError` if it is too large or not the JSON that it claims to be. */
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
    if (!(thrown instanceof ToolError)) throw thrown;
    return { kind: 'none' };
  }
}

async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // A throw inside the loop cancels the body.
  for await (const chunk of (response.body ?? []) as AsyncIterable<unknown>) {
    if (!(chunk instanceof Uint8Array)) {
      throw new TypeError('The body of the response has a chunk that is not a Uint8Array.');
    }
    size += chunk.length;
    if (size > maxBytes) {
      throw new ToolError(`The response of the API is larger than ${maxBytes} bytes. ${requestLess}`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message would quote the response.
    throw new ToolError('The API returned invalid JSON.');
  }
}

function isText(contentType: string): boolean {
  return /^(?:text\/|application\/(?:xml|yaml|x-yaml|javascript|graphql)\b|[^;]*\+(?:xml|yaml)\b)/iu.test(contentType);
}

function charsetOf(contentType: string): string {
  const charset = /charset="?([\w-]+)"?/iu.exec(contentType)?.[1] ?? 'utf-8';
  return /^(?:utf-8|utf-16le|iso-8859-1|windows-1252|us-ascii)$/iu.test(charset) ? charset : 'utf-8';
}
