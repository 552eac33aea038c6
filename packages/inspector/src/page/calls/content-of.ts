import { isFields, isList, type Json, textOf } from '../json.ts';
import type { Answer } from './run.ts';

const blockTypes: ReadonlySet<string | undefined> = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);

/** Returns the blocks of a result that is only content: over MCP as they are, over other protocols in the value. */
export function contentOf({ value, content }: Answer): readonly Json[] | undefined {
  const inside = isFields(value) ? value['content'] : undefined;
  if (isList(inside) && inside.length > 0 && inside.every((block) => blockTypes.has(textOf(block, 'type')))) {
    return inside;
  }
  const isOnlyContent = value === undefined || value === null || typeof value === 'string';
  return isOnlyContent && content?.some((block) => textOf(block, 'type') !== 'text') === true ? content : undefined;
}
