import { createTasks } from '@toolwire/tasks';
import { ajv } from '@toolwire/validate/ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMcpUpdates, definePrompt, defineResource } from '../src/index.ts';
import { createEndpoint, legacy, modern } from './support/http.ts';
import { legacyRevisions } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { beginSession } from './support/session.ts';
import { add, curious, nameForm, tool } from './support/tools.ts';

const capabilities = { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } };
const files = defineResource({
  uri: 'files://{folder}/{+path}{?version}',
  name: 'files',
  read: async ({ folder, path }, { ask }) => {
    if (folder === 'asks') await ask({ name: nameForm });
    return path;
  },
  complete: { folder: (typed) => [typed] },
});
const greeting = definePrompt({
  name: 'greeting',
  input: { type: 'object', properties: { to: { type: 'string', enum: ['Ada', 'Bob'] } } },
  messages: async (_input, { ask }) => JSON.stringify(await ask({ name: nameForm })),
});
const answers = { inputResponses: { name: { action: 'accept', content: { name: 'Ada' } } }, requestState: 'a.b' };

/** Valid requests, in which one or two values are then replaced. */
const requests: readonly (readonly [method: string, params: Readonly<Record<string, unknown>>])[] = [
  ['initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'test', version: '1' } }],
  ['server/discover', {}],
  ['logging/setLevel', { level: 'info' }],
  ['tools/list', { cursor: 'x' }],
  ['tools/call', { name: 'Calculator_Add', arguments: { a: 1, b: 2 } }],
  ['tools/call', { name: 'Test_Curious', arguments: {}, ...answers }],
  ['tools/call', { name: 'Test_Job', arguments: {}, task: { ttl: 1000 } }],
  ['resources/list', { cursor: 'x' }],
  ['resources/templates/list', { cursor: 'x' }],
  ['resources/read', { uri: 'files://a/b?version=1' }],
  ['resources/read', { uri: 'files://asks/b', ...answers }],
  ['resources/subscribe', { uri: 'files://a/b' }],
  ['resources/unsubscribe', { uri: 'files://a/b' }],
  ['prompts/list', { cursor: 'x' }],
  ['prompts/get', { name: 'greeting', arguments: { to: 'Ada' }, ...answers }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'greeting' }, argument: { name: 'to', value: 'A' } }],
  [
    'completion/complete',
    {
      ref: { type: 'ref/resource', uri: files.uri },
      argument: { name: 'folder', value: 'a' },
      context: { arguments: { path: 'b' } },
    },
  ],
  ['tasks/get', { taskId: 'x' }],
  ['tasks/result', { taskId: 'x' }],
  ['tasks/update', { taskId: 'x', inputResponses: {} }],
  ['tasks/cancel', { taskId: 'x' }],
  ['tasks/list', { cursor: 'x' }],
];

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    1.5,
    2 ** 60,
    1e300,
    '',
    ' ',
    '__proto__',
    'constructor',
    '\u0000',
    '\ud800',
  ),
  fc.constantFrom<unknown>('../..', 'x'.repeat(3000), [], [[]], [null], {}, { toString: 1, valueOf: 1 }),
  fc
    .constantFrom('{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '{"toJSON":1,"then":1}')
    .map((text) => JSON.parse(text) as unknown),
  fc.jsonValue({ maxDepth: 2 }),
);

function placesIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[name], ...placesIn(inner).map((rest) => [name, ...rest])]);
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return by;
  const members = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key,
    key === name ? replaced(inner, rest, by) : inner,
  ]);
  return Array.isArray(value) ? members.map(([, inner]) => inner) : Object.fromEntries(members);
}

const change = fc.record({ place: fc.nat(), by: hostile });
/** An invalid request and its headers. */
const wrongRequest = fc
  .record({
    request: fc.constantFrom(...requests),
    revision: fc.constantFrom('2026-07-28', '2026-07-28', ...legacyRevisions),
    changes: fc.array(change, { minLength: 1, maxLength: 2 }),
  })
  .map(({ request: [method, params], revision, changes }) => {
    const [value, sent] =
      revision === '2026-07-28' ? modern(method, params, { capabilities }) : legacy(revision, method, params);
    const wrong = changes.reduce<unknown>((now, { place, by }) => {
      const places = placesIn(now);
      return replaced(now, places[place % places.length] ?? [], by);
    }, value['params']);
    return { value: { ...value, params: wrong }, headers: { ...sent.headers, ...nameHeader(wrong) } };
  });

/** The name header repeats the name in the body. */
function nameHeader(params: unknown): { readonly 'mcp-name'?: string } {
  const { name, uri, taskId } = Object(params) as Readonly<Record<string, unknown>>;
  const named = [name, uri, taskId].find((one) => typeof one === 'string');
  if (typeof named !== 'string') return {};
  return { 'mcp-name': `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(named)))}?=` };
}

test('any request content gets a valid response and is not logged', async () => {
  const warned: string[] = [];
  const service = createTestService([add, curious, tool('Test.Job', () => 1, { taskSupport: 'optional' })], {
    tasks: createTasks(),
  });
  const endpoint = createEndpoint(service, {
    resources: [files],
    prompts: [greeting],
    validator: ajv(),
    updates: createMcpUpdates(),
    logger: { warn: (_fields: object, text: string) => void warned.push(text) },
  });
  const session = (await beginSession(endpoint)).id;
  await fc.assert(
    fc.asyncProperty(wrongRequest, async ({ value, headers }) => {
      const sent = { headers: { ...headers, 'mcp-session-id': session } };
      const { status, message } = await endpoint.post(value, sent);
      // Cleared, so that the next request is judged separately.
      expect(warned.splice(0)).toEqual([]);
      expect([200, 400, 404]).toContain(status);
      expect(message.error?.message ?? '').not.toContain('could not answer');
    }),
    { numRuns: 2000 },
  );
  expect(Object.prototype).not.toHaveProperty('a');
});
