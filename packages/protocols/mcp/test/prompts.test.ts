import { ToolError } from '@toolwire/errors';
import { ajv } from '@toolwire/validate/ajv';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type AnyPrompt, definePrompt, defineResource, type McpOptions, mcp } from '../src/index.ts';
import { createEndpoint, legacy, modern, type TestEndpoint } from './support/http.ts';
import { legacyRevisions, type Revision } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { nameForm } from './support/tools.ts';

const revisions: readonly Revision[] = [...legacyRevisions, '2026-07-28'];

const review = definePrompt({
  name: 'code_review',
  title: 'Review code',
  description: 'Reviews code.',
  icons: [{ src: 'https://tools.example.com/review.png' }],
  meta: { 'com.example/team': 'code' },
  input: z.object({
    code: z.string().min(1).describe('The code to review.'),
    language: z.enum(['python', 'perl', 'typescript']).optional().meta({ title: 'Language' }),
    lines: z.number().int().max(100).optional(),
    strict: z.boolean().default(false),
  }),
  messages: ({ code, language = 'any', lines, strict }) =>
    `Review ${language} (${typeof lines} ${lines}, ${typeof strict} ${strict}):\n${code}`,
});
const plain = definePrompt({
  name: 'plain',
  messages: [
    { role: 'user', content: 'Listen.' },
    { role: 'assistant', content: { type: 'audio', data: 'c25k', mimeType: 'audio/wav' } },
  ],
});

function request(revision: Revision, method: string, params: Record<string, unknown> = {}) {
  return revision === '2026-07-28' ? modern(method, params) : legacy(revision, method, params);
}

function endpointOf(prompts: readonly AnyPrompt[], options: McpOptions = {}): TestEndpoint {
  return createEndpoint(createTestService([]), { prompts, ...options });
}

async function get(endpoint: TestEndpoint, name: unknown, args?: unknown, revision: Revision = '2026-07-28') {
  const params = { name, ...(args !== undefined && { arguments: args }) };
  return (await endpoint.post(...request(revision, 'prompts/get', params))).message;
}

describe('a prompt', () => {
  const listed = {
    name: 'code_review',
    description: 'Reviews code.',
    arguments: [
      { name: 'code', description: 'The code to review.', required: true },
      { name: 'language', required: false },
      { name: 'lines', required: false },
      { name: 'strict', required: false },
    ],
  };
  const [code, language, ...others] = listed.arguments;
  const titled = {
    ...listed,
    title: 'Review code',
    _meta: review.meta,
    arguments: [code, { ...language, title: 'Language' }, ...others],
  };

  test.each([
    ['2024-11-05', listed],
    ['2025-03-26', listed],
    ['2025-06-18', titled],
    ['2025-11-25', { ...titled, icons: review.icons }],
    ['2026-07-28', { ...titled, icons: review.icons }],
  ] as const)('is listed in %s with the supported fields (MCP-PROMPT-01)', async (revision, expected) => {
    const { message } = await endpointOf([review, plain]).post(...request(revision, 'prompts/list'));
    expect(message.result?.['prompts']).toEqual([expected, { name: 'plain' }]);
  });

  test.each(revisions)('is written from its arguments, which arrive as strings, in %s', async (revision) => {
    const args = { code: 'x = 1', language: 'python', lines: '7', strict: 'true' };
    const { result } = await get(endpointOf([review]), 'code_review', args, revision);
    expect(result).toMatchObject({
      description: 'Reviews code.',
      messages: [{ role: 'user', content: { type: 'text', text: 'Review python (number 7, boolean true):\nx = 1' } }],
    });
  });

  test('converts arguments whose schema is a union', async () => {
    const typed = definePrompt({
      name: 'typed',
      input: z.object({
        size: z.union([z.literal(1), z.literal(2)]),
        strict: z.boolean().nullable(),
        lines: z.number().nullable(),
        title: z.union([z.string(), z.number()]),
      }),
      messages: (input) => JSON.stringify(input),
    });
    const args = { size: '2', strict: 'true', lines: '7', title: '8' };
    const { result } = await get(endpointOf([typed]), 'typed', args);
    expect(result).toMatchObject({
      messages: [{ content: { text: JSON.stringify({ size: 2, strict: true, lines: 7, title: '8' }) } }],
    });
  });

  test('leaves an invalid number to its schema', async () => {
    const { error } = await get(endpointOf([review]), 'code_review', { code: 'x', lines: '0x10' });
    expect(error?.data).toMatchObject({ parameter_errors: { lines: expect.any(String) as string } });
  });

  test.each(revisions)('encodes the blocks of its messages for %s', async (revision) => {
    const { result } = await get(endpointOf([plain]), 'plain', undefined, revision);
    const sound =
      revision === '2024-11-05'
        ? { type: 'text', text: '[audio of type audio/wav, which this version of the protocol cannot carry]' }
        : { type: 'audio', data: 'c25k', mimeType: 'audio/wav' };
    expect(result?.['messages']).toEqual([
      { role: 'user', content: { type: 'text', text: 'Listen.' } },
      { role: 'assistant', content: sound },
    ]);
  });

  test('accepts a plain JSON Schema with a validator', async () => {
    const input = { type: 'object', properties: { n: { type: 'integer', minimum: 1 } }, required: ['n'] };
    const counted = definePrompt({ name: 'count', input, messages: (args) => `Count to ${String(args['n'])}` });
    const endpoint = endpointOf([counted], { validator: ajv() });
    expect((await get(endpoint, 'count', { n: '3' })).result).toMatchObject({
      messages: [{ content: { text: 'Count to 3' } }],
    });
    expect((await get(endpoint, 'count', { n: '0' })).error?.code).toBe(-32602);
  });

  test('can request input, which arrives in a new request', async () => {
    const asking = definePrompt({
      name: 'greeting',
      messages: async (_input, { ask }) => `Greet ${JSON.stringify((await ask({ name: nameForm })).name.content)}`,
    });
    const endpoint = endpointOf([asking]);
    const capabilities = { elicitation: {} };
    const first = await endpoint.post(...modern('prompts/get', { name: 'greeting' }, { capabilities }));
    expect(first.message.result?.['resultType']).toBe('input_required');
    const inputResponses = { name: { action: 'accept', content: { name: 'Ada' } } };
    const again = { name: 'greeting', inputResponses, requestState: first.message.result?.['requestState'] };
    const second = await endpoint.post(...modern('prompts/get', again, { capabilities }));
    expect(second.message.result).toMatchObject({ messages: [{ content: { text: 'Greet {"name":"Ada"}' } }] });
    const { error } = (await endpoint.post(...modern('prompts/get', { name: 'greeting' }))).message;
    expect(error).toMatchObject({ code: -32021 });
  });
});

describe('the arguments of a prompt are checked before it is written', () => {
  const messages = vi.fn<() => string>(() => 'written');
  const endpoint = endpointOf([{ ...review, messages }]);

  test.each([
    ['a missing one', {}, { code: expect.any(String) as string }],
    [
      'one that is no choice',
      { code: 'x', language: 'cobol' },
      { language: expect.stringContaining('python') as string },
    ],
    ['one that is too large', { code: 'x', lines: '101' }, { lines: expect.any(String) as string }],
  ])('%s (MCP-PROMPT-02)', async (_name, args, errors) => {
    for (const revision of revisions) {
      const { error } = await get(endpoint, 'code_review', args, revision);
      expect(error).toMatchObject({ code: -32602, data: { parameter_errors: errors } });
    }
    expect(messages).not.toHaveBeenCalled();
  });

  test.each([[[]], [{ code: 7 }], [{ code: null }], ['code'], [{ code: { a: 1 } }]])(
    'not an object of strings: %j (MCP-PROMPT-02)',
    async (args) => {
      const { error } = await get(endpoint, 'code_review', args);
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('an object of strings') as string });
    },
  );

  test('any arguments get a response without internal details (MCP-PROMPT-02)', async () => {
    const args = fc.dictionary(
      fc.oneof(fc.constantFrom('code', 'lines', '__proto__', 'constructor'), fc.string()),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(args, async (given) => {
        const { error, result } = await get(endpoint, 'code_review', given);
        expect(result !== undefined || error?.code === -32602).toBe(true);
        expect(JSON.stringify(error ?? {})).not.toMatch(/node_modules|\n {4}at /);
      }),
      { numRuns: 50 },
    );
  });
});

describe('an unknown prompt', () => {
  test.each(revisions)('is an error with the closest name, in %s', async (revision) => {
    const { error } = await get(endpointOf([review]), 'code_reviw', {}, revision);
    expect(error).toEqual({ code: -32602, message: "Unknown prompt. Did you mean 'code_review'?" });
    expect((await get(endpointOf([review]), 7, {}, revision)).error?.code).toBe(-32602);
    expect((await get(endpointOf([review]), 'x'.repeat(100_000), {}, revision)).error?.message.length).toBeLessThan(
      200,
    );
  });

  test('is an unknown method on a server without prompts', async () => {
    const { status, message } = await endpointOf([]).post(...modern('prompts/get', { name: 'a' }));
    expect([status, message.error?.code]).toEqual([404, -32601]);
  });

  test('includes prompts that the caller may not see', async () => {
    const hidden = definePrompt({ name: 'hidden', messages: 'x', visible: (principal) => principal?.id === 'ada' });
    const endpoint = endpointOf([hidden, plain]);
    const [value, options] = modern('prompts/get', { name: 'hidden' });
    expect((await endpoint.post(value, options)).message.error?.message).toBe(
      'Unknown prompt. Call prompts/list to see all prompts.',
    );
    expect((await endpoint.post(value, { ...options, principal: { id: 'ada' } })).message.result).toBeDefined();
    const { message } = await endpoint.post(...modern('prompts/list'));
    expect(message.result?.['prompts']).toEqual([{ name: 'plain' }]);
  });
});

describe('a function that writes a prompt', () => {
  test.each([
    ['by surprise', new Error('secret'), 'The prompt failed unexpectedly'],
    ['for its caller', new ToolError('Not today'), 'Not today'],
  ])('reveals no details when it throws %s', async (_name, thrown, message) => {
    const broken = definePrompt({ name: 'broken', messages: () => Promise.reject(thrown) });
    expect((await get(endpointOf([broken]), 'broken')).error).toEqual({ code: -32603, message });
  });

  test('is rejected when it returns too much, or no messages', async () => {
    const limits = { timeoutMs: 1000, outputBytes: 100, runningCalls: 10 };
    const long = definePrompt({ name: 'long', messages: () => 'x'.repeat(200) });
    const none = definePrompt({ name: 'none', messages: () => 7 as unknown as string });
    const endpoint = createEndpoint({ ...createTestService([]), limits }, { prompts: [long, none] });
    expect((await get(endpoint, 'long')).error?.code).toBe(-32603);
    expect((await get(endpoint, 'none')).error?.code).toBe(-32603);
  });
});

test.each([
  [[null]],
  [[{ role: 'system', content: 'Hello' }]],
  [[{ role: 'user' }]],
  [[{ role: 'user', content: 7 }]],
  [[{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]],
  [[{ role: 'user', content: { type: 'text' } }]],
])('a prompt with invalid messages is an error, and the log has advice: %j', async (messages) => {
  const logger = { warn: vi.fn() };
  const invalid = definePrompt({ name: 'invalid', messages: () => messages as never });
  const { error } = await get(endpointOf([invalid], { logger }), 'invalid');
  expect(error).toEqual({ code: -32603, message: 'The prompt could not be written' });
  expect(logger.warn.mock.calls).toMatchObject([
    [
      { error: { message: expect.stringContaining("The messages of the prompt 'invalid' are invalid.") as string } },
      expect.any(String),
    ],
  ]);
});

describe('a completion', () => {
  const cities = Array.from({ length: 150 }, (_, index) => `city-${index}`);
  const travel = definePrompt({
    name: 'travel',
    input: z.object({ city: z.string(), street: z.string(), note: z.string() }),
    messages: 'Go',
    complete: { city: cities, street: async (typed, { chosen }) => [`${typed} of ${chosen['city'] ?? 'nowhere'}`] },
  });
  const notes = defineResource({
    uri: 'notes://{folder}',
    name: 'notes',
    read: () => '',
    complete: { folder: ['work', 'home', 'homework', 'home'] },
  });
  const endpoint = endpointOf([review, travel], { resources: [notes] });
  const complete = async (params: Record<string, unknown>, revision: Revision = '2026-07-28') =>
    (await endpoint.post(...request(revision, 'completion/complete', params))).message;
  const of = (name: string, argument: string, value: string) => ({
    ref: { type: 'ref/prompt', name },
    argument: { name: argument, value },
  });

  test.each(revisions)('of an argument returns the choices of its schema, in %s', async (revision) => {
    const { result } = await complete(of('code_review', 'language', 'P'), revision);
    expect(result).toMatchObject({
      completion: { values: ['python', 'perl', 'typescript'], total: 3, hasMore: false },
    });
    expect((await complete(of('code_review', 'strict', 't'))).result).toMatchObject({
      completion: { values: ['true'] },
    });
    expect((await complete(of('code_review', 'code', 'x'))).result).toMatchObject({ completion: { values: [] } });
  });

  test('has at most a hundred values and the total (MCP-COMP-01)', async () => {
    const { result } = await complete(of('travel', 'city', ''));
    const { values, ...counts } = (result?.['completion'] ?? { values: [] }) as { readonly values: readonly string[] };
    expect([values.length, counts]).toEqual([100, { total: 150, hasMore: true }]);
  });

  test('may come from a function that gets the chosen values', async () => {
    const params = { ...of('travel', 'street', 'Main'), context: { arguments: { city: 'Bonn' } } };
    expect((await complete(params)).result).toMatchObject({ completion: { values: ['Main of Bonn'] } });
  });

  test('of a URI variable returns the suggestions of its resource', async () => {
    const params = { ref: { type: 'ref/resource', uri: notes.uri }, argument: { name: 'folder', value: 'w' } };
    expect((await complete(params)).result).toMatchObject({ completion: { values: ['work', 'homework'] } });
    const repeated = { ...params, argument: { name: 'folder', value: 'o' } };
    expect((await complete(repeated)).result).toMatchObject({
      completion: { values: ['work', 'home', 'homework'], total: 3 },
    });
    const unknown = { ...params, argument: { name: 'fodler', value: '' } };
    expect((await complete(unknown)).error?.message).toContain('Its variables: folder');
  });

  test.each([
    [{}],
    [{ ref: { type: 'ref/prompt', name: 'travel' } }],
    [of('travel', 'none', '')],
    [of('travl', 'city', '')],
    [{ ...of('travel', 'city', ''), ref: { type: 'ref/other' } }],
    [{ ...of('travel', 'city', ''), ref: { type: 'ref/resource', uri: 'notes://x' } }],
    [{ ...of('travel', 'city', ''), argument: { name: 'city', value: 7 } }],
    [{ ...of('travel', 'city', ''), context: { arguments: { city: 7 } } }],
    [of('travel', 'city', 'x'.repeat(2049))],
  ])('that is invalid is an error: case %# (MCP-COMP-02)', async (params) => {
    expect((await complete(params)).error).toMatchObject({ code: -32602 });
  });

  test('requires access to its prompt or resource (MCP-COMP-04)', async () => {
    const hidden = { ...travel, visible: () => false };
    const { message } = await endpointOf([hidden]).post(...modern('completion/complete', of('travel', 'city', '')));
    expect(message.error?.code).toBe(-32602);
  });

  test.each(revisions)('is announced only if something can be completed, in %s (MCP-COMP-03)', async (revision) => {
    const announced = async (prompts: readonly AnyPrompt[]): Promise<unknown> => {
      const clientInfo = { name: 'test', version: '1' };
      const asked =
        revision === '2026-07-28'
          ? modern('server/discover')
          : legacy(undefined, 'initialize', { protocolVersion: revision, capabilities: {}, clientInfo });
      const { result } = (await endpointOf(prompts).post(...asked)).message;
      const { prompts: hasPrompts, completions } = (result?.['capabilities'] ?? {}) as Record<string, unknown>;
      return [hasPrompts, completions];
    };
    expect(await announced([travel])).toEqual([{}, revision === '2024-11-05' ? undefined : {}]);
    expect(await announced([plain])).toEqual([{}, undefined]);
    expect(await announced([])).toEqual([undefined, undefined]);
  });
});

describe('an invalid definition is rejected at startup', () => {
  test.each([
    [{ name: 'a b', messages: '' }, /1 to 128 characters/],
    [{ messages: '' }, /1 to 128 characters/],
    [{ name: 42, messages: '' }, /1 to 128 characters/],
    [{ name: 'a' }, /needs messages/],
    [{ name: 'a', messages: '', input: z.object({ list: z.array(z.string()) }) }, /'list' is a list/],
    [{ name: 'a', messages: '', input: { type: 'object', properties: {} } }, /validator/],
    [
      { name: 'a', messages: '', complete: { b: [] } },
      /its option `complete` contains 'b', which is not an argument of the prompt/,
    ],
    [{ name: 'a', messages: '', timeoutMs: -1 }, /timeoutMs must be a number of milliseconds above 0, or Infinity/],
    [{ name: 'a', messages: '', timeoutMs: '5' }, /timeoutMs must be a number .* got '5'.*TW_OPTION_NUMBER/s],
    [{ name: 'a', message: '' }, /Did you mean 'messages'/],
  ])('case %#', (definition, words) => {
    expect(() => mcp({ prompts: [definition as unknown as AnyPrompt] })).toThrow(words);
  });

  test('an unknown field is a compile-time error at that field, and not at the schema', () => {
    const define = () =>
      definePrompt({
        name: 'a',
        input: z.object({ code: z.string() }),
        // @ts-expect-error the field is messages
        message: '',
      });
    expect(define).toThrow("Did you mean 'messages'?");
  });

  test('duplicate names', () => {
    expect(() => mcp({ prompts: [plain, plain] })).toThrow("Prompt 'plain' is defined twice");
  });
});
