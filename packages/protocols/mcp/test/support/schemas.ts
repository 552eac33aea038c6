import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

/** A sent JSON-RPC message. */
export interface SentMessage {
  readonly jsonrpc: '2.0';
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

/** A revision with a schema. */
export type Revision = (typeof revisions)[number];

/** The revisions that start with `initialize`. */
export const legacyRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;

const results: Readonly<Record<string, string>> = {
  initialize: 'InitializeResult',
  ping: 'EmptyResult',
  'logging/setLevel': 'EmptyResult',
  'tools/list': 'ListToolsResult',
  'tools/call': 'CallToolResult',
  'server/discover': 'DiscoverResult',
  'subscriptions/listen': 'SubscriptionsListenResult',
  'resources/list': 'ListResourcesResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'resources/read': 'ReadResourceResult',
  'prompts/list': 'ListPromptsResult',
  'prompts/get': 'GetPromptResult',
  'completion/complete': 'CompleteResult',
};

/** The results of task methods, which have different names in the schemas of 2025-11-25 and of the extension. */
const taskResults: Readonly<Record<string, string>> = {
  'tasks/get': 'GetTaskResult',
  'tasks/update': 'UpdateTaskResult',
  'tasks/result': 'GetTaskPayloadResult',
  'tasks/list': 'ListTasksResult',
  'tasks/cancel': 'CancelTaskResult',
};

const notifications: Readonly<Record<string, string>> = {
  'notifications/progress': 'ProgressNotification',
  'notifications/message': 'LoggingMessageNotification',
  'notifications/tools/list_changed': 'ToolListChangedNotification',
  'notifications/subscriptions/acknowledged': 'SubscriptionsAcknowledgedNotification',
  'notifications/cancelled': 'CancelledNotification',
  'notifications/tasks/status': 'TaskStatusNotification',
  'elicitation/create': 'ElicitRequest',
  'sampling/createMessage': 'CreateMessageRequest',
  'roots/list': 'ListRootsRequest',
};

const errors: Readonly<Record<number, string>> = {
  [-32020]: 'HeaderMismatchError',
  [-32021]: 'MissingRequiredClientCapabilityError',
  [-32022]: 'UnsupportedProtocolVersionError',
};

/** The codes of errors without a request id. */
const unreadable: ReadonlySet<number> = new Set([-32700, -32600]);

const compiled = new Map<string, Ajv | Ajv2020>();

/** The schema of `io.modelcontextprotocol/tasks`. */
const tasksExtension = 'tasks-extension';

function ajvOf(revision: Revision | typeof tasksExtension): Ajv | Ajv2020 {
  const known = compiled.get(revision);
  if (known !== undefined) return known;
  const schema = JSON.parse(readFileSync(new URL(`../schemas/${revision}.json`, import.meta.url), 'utf8')) as {
    readonly $schema: string;
  };
  const options = { strict: false, allErrors: true, validateFormats: false };
  const ajv = schema.$schema.includes('2020-12') ? new Ajv2020(options) : new Ajv(options);
  ajv.addSchema(schema, revision);
  compiled.set(revision, ajv);
  return ajv;
}

/** Expects a value to match a definition in the schema of a revision. */
function expectFits(revision: Revision | typeof tasksExtension, definition: string, value: unknown): void {
  const ajv = ajvOf(revision);
  const defs = revision >= '2025-11-25' ? '$defs' : 'definitions';
  const check = ajv.getSchema(`${revision}#/${defs}/${definition}`);
  if (check === undefined) throw new Error(`${revision} has no ${definition}`);
  const fits = check(value);
  expect(fits ? [] : check.errors, `${definition} of ${revision}: ${JSON.stringify(value)}`).toEqual([]);
}

/** Expects a message to be valid in its revision, as a response to the method. */
export function expectMessage(revision: Revision, method: string, message: SentMessage): void {
  if (message.error !== undefined) {
    // JSON-RPC uses null for an unreadable id. The schemas before 2025-11-25 define no error without an id.
    const isEarly = revision < '2025-11-25';
    if (message.id === null) expect([isEarly, unreadable.has(message.error.code)]).toEqual([true, true]);
    const known = message.id === null ? { ...message, id: 0 } : message;
    expectFits(revision, isEarly ? 'JSONRPCError' : 'JSONRPCErrorResponse', known);
    const own = errors[message.error.code];
    if (revision === '2026-07-28' && own !== undefined) expectFits(revision, own, message);
    return;
  }
  if (message.result !== undefined) {
    expectFits(revision, revision < '2025-11-25' ? 'JSONRPCResponse' : 'JSONRPCResultResponse', message);
    const taskDefinition = taskDefinitionOf(message.result, method);
    if (taskDefinition !== undefined) {
      return expectFits(revision === '2026-07-28' ? tasksExtension : revision, taskDefinition, message.result);
    }
    const asks = message.result['resultType'] === 'input_required';
    const definition = asks ? 'InputRequiredResult' : results[method];
    if (definition !== undefined) expectFits(revision, definition, message.result);
    return;
  }
  if (message.method === 'notifications/tasks') return expectFits(tasksExtension, 'TaskStatusNotification', message);
  const definition = notifications[message.method ?? ''];
  if (definition === undefined) throw new Error(`No definition for ${message.method}`);
  expectFits(revision, definition, message);
}

function taskDefinitionOf(result: Readonly<Record<string, unknown>>, method: string): string | undefined {
  const isTask = result['resultType'] === 'task' || 'task' in result;
  return method === 'tools/call' && isTask ? 'CreateTaskResult' : taskResults[method];
}

const ownChecks = new WeakMap<object, (value: unknown) => boolean>();

/** Whether a value matches any JSON Schema 2020-12. */
export function fitsSchema(schema: object, value: unknown): boolean {
  const check = ownChecks.get(schema) ?? new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  ownChecks.set(schema, check);
  return check(value);
}
