import { type CallToolResult, fromJsonSchema } from '@modelcontextprotocol/client';
import type { SeenTask } from './task-client.ts';

/** The name of the extension for tasks (SEP-2663). */
export const extension = 'io.modelcontextprotocol/tasks';

/** A task of the extension, with what its status brings along. */
export interface DetailedTask extends SeenTask {
  readonly pollIntervalMs?: number;
  readonly inputRequests?: Readonly<Record<string, { readonly method: string }>>;
  readonly result?: CallToolResult;
  readonly error?: { readonly code: number; readonly message: string };
}

const bringing = (status: string, member: string): object => ({
  if: { properties: { status: { const: status } } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: [member] },
  else: { properties: { [member]: false } },
});

/** The schema of such a task, which the client does not have. */
export const taskSchema = fromJsonSchema<DetailedTask>({
  type: 'object',
  properties: {
    taskId: { type: 'string' },
    status: { enum: ['working', 'input_required', 'completed', 'failed', 'cancelled'] },
    statusMessage: { type: 'string' },
    createdAt: { type: 'string', format: 'date-time' },
    lastUpdatedAt: { type: 'string', format: 'date-time' },
    ttlMs: { type: ['integer', 'null'] },
    pollIntervalMs: { type: 'integer' },
    inputRequests: { type: 'object', additionalProperties: { type: 'object', required: ['method'] } },
    result: { type: 'object', required: ['content'] },
    error: {
      type: 'object',
      properties: { code: { type: 'integer' }, message: { type: 'string' } },
      required: ['code', 'message'],
    },
  },
  required: ['taskId', 'status', 'createdAt', 'lastUpdatedAt', 'ttlMs'],
  allOf: [bringing('input_required', 'inputRequests'), bringing('completed', 'result'), bringing('failed', 'error')],
});
