import type { JsonValue, ValueOutcome } from '@toolwire/core';
import { isObject, stringifyValue } from '@toolwire/internal';
import type { Revision } from '../json-rpc/supported-revisions.ts';
import { encodeBlocks } from './encode-content.ts';

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
