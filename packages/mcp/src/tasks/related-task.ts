import type { Fields } from '../json-shape.ts';

/** What says in `_meta` which task a message of 2025-11-25 belongs to. */
export function relatedTo(taskId: string): Fields {
  return { 'io.modelcontextprotocol/related-task': { taskId } };
}
