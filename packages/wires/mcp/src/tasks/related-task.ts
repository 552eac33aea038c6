import type { Fields } from '../rpc/json-shape.ts';
import { relatedTaskKey } from '../rpc/meta-keys.ts';

/** What says in `_meta` which task a message of 2025-11-25 belongs to. */
export function relatedTo(taskId: string): Fields {
  // MCP-TASK-07: by its id.
  return { [relatedTaskKey]: { taskId } };
}
