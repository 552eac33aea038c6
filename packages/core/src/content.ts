import { toBase64 } from './base64.ts';
import type { JsonObject, JsonValue } from './json.ts';

/** For whom a block is, and how much it matters. */
export interface ContentAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[] | undefined;
  readonly priority?: number | undefined;
  readonly lastModified?: string | undefined;
}

interface BlockBase {
  readonly annotations?: ContentAnnotations;
  readonly _meta?: JsonObject;
}

/** One piece of a result that is more than data, in the form that MCP has given it. */
export type ContentBlock =
  | (BlockBase & { readonly type: 'text'; readonly text: string })
  | (BlockBase & { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string })
  | (BlockBase & { readonly type: 'resource'; readonly resource: EmbeddedResource })
  | (BlockBase & {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly title?: string;
      readonly description?: string;
      readonly mimeType?: string;
      readonly size?: number;
    });

/** A resource that is sent along; `blob` is base64. */
export interface EmbeddedResource {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

/** A result made of blocks; every wire carries it, and MCP clients show it as what it is. */
export interface Content {
  readonly content: readonly ContentBlock[];
}

/** Makes the result of a tool that declares no `output` and answers with text, images, audio or resources. */
export function content(...blocks: readonly (ContentBlock | string)[]): Content {
  return { content: blocks.map((block) => (typeof block === 'string' ? { type: 'text', text: block } : block)) };
}

/** An image, as bytes or base64. */
export function image(data: Uint8Array | string, mimeType: string): ContentBlock {
  return { type: 'image', data: toBase64(data), mimeType };
}

/** A sound, as bytes or base64. */
export function audio(data: Uint8Array | string, mimeType: string): ContentBlock {
  return { type: 'audio', data: toBase64(data), mimeType };
}

const blockFields: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
};

/** Tells a result made of blocks from every other value: an object with `content` alone, and a block in each place. */
export function isContent(value: JsonValue): value is JsonValue & Content {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { content: blocks } = value as Readonly<Record<string, JsonValue>>;
  return Object.keys(value).length === 1 && Array.isArray(blocks) && blocks.every(isBlock);
}

function isBlock(block: JsonValue): boolean {
  if (typeof block !== 'object' || block === null || Array.isArray(block)) return false;
  const fields = block as Readonly<Record<string, JsonValue>>;
  if (fields['type'] === 'resource') return isResource(fields['resource']);
  const required = typeof fields['type'] === 'string' ? ownFields(fields['type']) : undefined;
  return required?.every((field) => typeof fields[field] === 'string') ?? false;
}

function ownFields(type: string): readonly string[] | undefined {
  return Object.hasOwn(blockFields, type) ? blockFields[type] : undefined;
}

function isResource(resource: JsonValue | undefined): boolean {
  if (typeof resource !== 'object' || resource === null || Array.isArray(resource)) return false;
  const { uri, text, blob } = resource as Readonly<Record<string, JsonValue>>;
  return typeof uri === 'string' && (typeof text === 'string' || typeof blob === 'string');
}
