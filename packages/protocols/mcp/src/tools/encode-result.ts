import type { ArtifactOutcome, ContentBlock, JsonValue, OutcomeBase, ValueOutcome } from '@toolwire/core';
import { isObject, roundDuration, stringifyValue } from '@toolwire/internal';
import type { ServingSettings } from '../definitions/option-defaults.ts';
import { resultMetaKey, serverInfoKey } from '../json-rpc/message.ts';
import { type Revision, resultTypes } from '../json-rpc/revisions.ts';

/** The call of a result, for encoders. */
export interface ResultContext {
  readonly callId: string;
  readonly revision: Revision;
  /** Whether `_meta` contains the outcome. Many clients show `_meta` to their models. ANS-04 */
  readonly includesResultMeta: boolean;
  /** Whether stored outputs are sent as links in addition to text. */
  readonly artifactLinks: boolean;
  /** JSON members for `_meta`, each with a leading comma: server info and trace. */
  readonly callMeta: string;
}

/** The parts of a result as JSON text. */
export interface ResultParts {
  /** The content blocks. */
  readonly content: string;
  readonly structured?: string | undefined;
  readonly isError?: boolean;
  /** The outcome in Open Tool Calling as JSON members. Called only if it is sent. */
  readonly detail: () => string;
  /** More JSON members for `_meta`, each with a leading comma. Called only if they are sent. */
  readonly meta?: () => string;
}

/** Concatenates the result of a call as text, since nearly every request needs it. */
export function resultText(call: ResultContext, outcome: OutcomeBase, parts: ResultParts): string {
  const { content, structured } = parts;
  const type = call.revision.era === 'modern' ? `${resultTypes.complete},` : '';
  const structuredContent = structured === undefined ? '' : `,"structuredContent":${structured}`;
  const isError = parts.isError === true ? ',"isError":true' : '';
  const meta = (call.includesResultMeta ? resultMetaOf(call, outcome, parts) : '') + call.callMeta;
  return `{${type}"content":${content}${structuredContent}${isError}${meta === '' ? '' : `,${metaOf(meta)}`}}`;
}

function resultMetaOf({ callId }: ResultContext, outcome: OutcomeBase, { detail, meta }: ResultParts): string {
  const origin = `"v":1,"call_id":${stringifyValue(callId)}${runDetail(outcome)},${detail()}`;
  return `,"${resultMetaKey}":{${origin}}${meta?.() ?? ''}`;
}

function runDetail({ tool, durationMs }: OutcomeBase): string {
  const toolId = tool === undefined ? '' : `,"tool_id":"${tool.id}@${tool.version}"`;
  return durationMs === undefined ? toolId : `${toolId},"duration":${roundDuration(durationMs)}`;
}

/** Encodes `_meta` from JSON members, each with a leading comma. */
export function metaOf(members: string): string {
  return `"_meta":{${members.slice(1)}}`;
}

/** The server info as a JSON member with a leading comma, for the `_meta` of each result. */
export function serverMetaOf({ serverInfo }: ServingSettings): string {
  return `,"${serverInfoKey}":${JSON.stringify(serverInfo)}`;
}

/** Encodes the content of a value: its author's blocks, after the value as text if the author wrote no text. ANS-09 */
export function encodeValueContent({ content }: ValueOutcome, text: string, revision: Revision): string {
  const valueBlock = `{"type":"text","text":${text}}`;
  if (content === undefined) return `[${valueBlock}]`;
  const blocks = encodeBlocks(content, revision).map((block) => JSON.stringify(block));
  const hasText = content.some(({ type }) => type === 'text');
  return `[${(hasText ? blocks : [valueBlock, ...blocks]).join(',')}]`;
}

/** Returns the text of a value as a JSON string. `isStructured` means that the result also has the value as data. */
export function valueText(value: JsonValue, json: string, isStructured: boolean): string {
  // A string is sent unquoted, since the model reads it.
  if (typeof value === 'string') return json;
  return stringifyValue((isStructured ? onlyText(value) : undefined) ?? json);
}

/** Returns the string of an object with one property, which models read better than its JSON. ANS-09 */
function onlyText(value: JsonValue): string | undefined {
  if (!isObject(value)) return undefined;
  let only: unknown;
  // A loop, because a list of all names of a large object takes long.
  for (const name in value) {
    if (only !== undefined) return undefined;
    only = value[name];
  }
  // Some model APIs reject an empty text.
  return typeof only === 'string' && only !== '' ? only : undefined;
}

/** Encodes one text block as the content of a result. */
export function textContent(text: string): string {
  return `[{"type":"text","text":${JSON.stringify(text)}}]`;
}

/** Encodes content blocks. Types that the revision doesn't support become text. */
export function encodeBlocks(blocks: readonly ContentBlock[], revision: Revision): readonly object[] {
  return blocks.map((block) => {
    if (!revision.blocks.has(block.type)) return { type: 'text', text: describeBlock(block) };
    if (revision.toolFields.has('_meta')) return block;
    const { _meta, ...known } = block;
    return known;
  });
}

/** Encodes a stored output as text with its URL, and as a link where links are supported. ANS-05 */
export function encodeArtifactContent(
  { artifact }: ArtifactOutcome,
  revision: Revision,
  links: boolean,
): readonly ContentBlock[] {
  const { url, contentType, size, description, name = nameIn(url) } = artifact;
  const file = `${name} (${contentType}, ${size} ${size === 1 ? 'byte' : 'bytes'}): ${url}`;
  const text: ContentBlock = { type: 'text', text: description === '' ? file : `${description}\n${file}` };
  if (!links || !revision.blocks.has('resource_link')) return [text];
  return [text, { type: 'resource_link', uri: url, name, mimeType: contentType, size, description }];
}

function describeBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type} of type ${block.mimeType}, which this version of the protocol cannot carry]`;
    case 'resource':
      return block.resource.text ?? block.resource.uri;
    case 'resource_link':
      return `${block.title ?? block.description ?? block.name}: ${block.uri}`;
  }
}

// The default name: the last path segment, if it looks like a file name.
function nameIn(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  const last = path.slice(path.lastIndexOf('/') + 1);
  return /^[\w~-][\w.~-]*\.\w+$/.test(last) ? last : 'artifact';
}
