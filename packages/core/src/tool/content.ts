import { isObject, toBase64 } from '@toolwire/internal';
import type { JsonObject, JsonValue } from './schema-types.ts';

/** Hints for clients about a block or a resource. */
export interface ContentAnnotations {
  /** For whom it is. */
  readonly audience?: readonly ('user' | 'assistant')[] | undefined;
  /** From 0, optional, to 1, required. */
  readonly priority?: number | undefined;
  /** When it was last changed, as an ISO date-time. */
  readonly lastModified?: string | undefined;
}

interface BlockBase {
  readonly annotations?: ContentAnnotations;
  readonly _meta?: JsonObject;
}

/** A block of content, in the format of MCP. */
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

/** An embedded resource; `blob` is base64. */
export interface EmbeddedResource {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

/** A result made of blocks. Every protocol carries it, and MCP clients render it. */
export interface Content {
  readonly content: readonly ContentBlock[];
}

/** Creates a result of text, images, audio or resources, for tools without `output`. */
export function content(...blocks: readonly (ContentBlock | string)[]): Content {
  return { content: blocks.map((block) => (typeof block === 'string' ? { type: 'text', text: block } : block)) };
}

/** An image, as bytes or base64. */
export function image(data: Uint8Array | string, mimeType: string): ContentBlock {
  return { type: 'image', data: base64Of(data), mimeType };
}

/** A sound, as bytes or base64. */
export function audio(data: Uint8Array | string, mimeType: string): ContentBlock {
  return { type: 'audio', data: base64Of(data), mimeType };
}

/** A string must already be base64. */
function base64Of(data: Uint8Array | string): string {
  return typeof data === 'string' ? data : toBase64(data);
}

/** The strings that each type of block must have. A `resource` has an object instead. */
const requiredStrings: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['text', ['text']],
  ['image', ['data', 'mimeType']],
  ['audio', ['data', 'mimeType']],
  ['resource_link', ['uri', 'name']],
]);

/** Whether a value is a result made of blocks: an object with only `content`, all of it blocks. */
export function isContent(value: JsonValue): value is JsonValue & Content {
  if (!isObject(value)) return false;
  const { content: blocks } = value;
  return Object.keys(value).length === 1 && Array.isArray(blocks) && blocks.every(isBlock);
}

function isBlock(block: unknown): boolean {
  if (!isObject(block)) return false;
  if (block['type'] === 'resource') return isResource(block['resource']);
  return requiredStrings.get(block['type'])?.every((name) => typeof block[name] === 'string') ?? false;
}

function isResource(resource: unknown): boolean {
  if (!isObject(resource)) return false;
  const { uri, text, blob } = resource;
  return typeof uri === 'string' && (typeof text === 'string' || typeof blob === 'string');
}
