import { defineTool, type JsonValue, withContent } from '@toolwire/core';
import { parseUrl } from '@toolwire/internal';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { executeResponse } from '../src/index.ts';
import { executeResponseSchema } from './execute-response-schema.ts';
import { type Answer, arcadeServer, execute, finishedAt, invoke } from './support.ts';
import { allTools } from './tools.ts';

const store = { save: async () => ({ url: 'https://files.example/1', size: 4 }) };
const server = arcadeServer(allTools, {}, { artifacts: { store } });
const formats = {
  uri: (text: string) => parseUrl(text) !== undefined,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
};
const ajv = new Ajv({ strict: false, formats });
const isExecuteResponse = ajv.compile(executeResponseSchema);

/** Calls, and checks the response against its schema. */
async function checked(...call: Parameters<typeof execute>): Promise<Record<string, unknown>> {
  const answer = await execute(...call);
  return expectExecuteResponse(answer);
}

function expectExecuteResponse({ status, headers, json }: Answer): Record<string, unknown> {
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json');
  expect(isExecuteResponse(json), JSON.stringify([json, isExecuteResponse.errors])).toBe(true);
  return json as Record<string, unknown>;
}

describe('an execute response', () => {
  test('contains the execution ID, its end (E56) and its duration', async () => {
    const response = await checked(server, 'Math.Add@1.0.0', { a: 1, b: 2 });
    expect(response).toEqual({
      execution_id: 'exec-1',
      finished_at: finishedAt,
      duration: expect.any(Number) as unknown,
      success: true,
      output: { value: 3 },
    });
  });

  test('contains the value without the content blocks next to it, in both formats', async () => {
    const about = { id: 'Math.Sum', version: '1.0.0', description: 'Returns a sum.', output: { type: 'number' } };
    const sumServer = arcadeServer([{ ...about, run: () => withContent(15, 'The sum is 15.') }]);
    expect(await checked(sumServer, 'Math.Sum@1.0.0')).toMatchObject({ success: true, output: { value: 15 } });
    const worker = await invoke(sumServer, 'Math.Sum@1.0.0');
    for (const { json } of [await execute(sumServer, 'Math.Sum@1.0.0'), worker]) {
      expect(json).toMatchObject({ success: true, output: { value: 15 } });
      expect(JSON.stringify(json)).not.toContain('The sum is');
    }
  });

  test('contains a generated execution ID if the request has no ID', async () => {
    for (const none of [undefined, null, '']) {
      const { execution_id: id } = await checked(server, 'Test.Echo', {}, { execution_id: none });
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('contains every JSON value, and omits the output for null (E52)', async () => {
    const round = async (value: unknown): Promise<unknown> => {
      const response = await checked(server, 'Test.Echo', { value });
      return 'output' in response ? (response['output'] as { value: unknown }).value : null;
    };
    // Input with that name never gets to a tool.
    const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'));
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const sent: unknown = JSON.parse(JSON.stringify(value));
        expect(await round(sent)).toEqual(sent);
      }),
      { numRuns: 200 },
    );
    expect(await checked(server, 'Test.Nothing')).not.toHaveProperty('output');
  });

  test.each([
    ['retry', { message: 'Busy', can_retry: true, retry_after_ms: 501, additional_prompt_content: 'Try ids: 42' }],
    ['context', { message: 'Which one?', can_retry: false, additional_prompt_content: 'Ask the user' }],
    ['plain', { message: 'No', can_retry: false, developer_message: 'disk 7' }],
    ['unforeseen', { message: 'The tool failed unexpectedly.', can_retry: false }],
  ])('contains the failure of a tool, with its hints: %s', async (how, error) => {
    const response = await checked(server, 'Test.Fail', { how });
    expect(response).toMatchObject({ success: false });
    expect(response['output']).toEqual({ error });
  });

  test('contains invalid input as an error, parameter by parameter', async () => {
    const response = await checked(server, 'Math.Add', { a: 1, b: 'x' });
    expect(response).toMatchObject({
      success: false,
      output: { error: { message: 'Invalid input: b: Must be a number, got the string "x"', can_retry: false } },
    });
  });

  test('requests a sign-in that the tool needs, one at a time, with its page if available', async () => {
    expect(await checked(server, 'Test.Tell')).toMatchObject({
      success: false,
      output: { requires_authorization: { id: 'google', scopes: ['mail.read'], status: 'pending' } },
    });
    const helpful = arcadeServer(
      allTools,
      {},
      { requirements: { challenge: () => ({ url: 'https://app.example/go', attemptId: 'attempt-7' }) } },
    );
    expect(await checked(helpful, 'Test.Tell')).toMatchObject({
      output: {
        requires_authorization: {
          id: 'attempt-7',
          url: 'https://app.example/go',
          scopes: ['mail.read'],
          status: 'pending',
        },
      },
    });
    expect(await checked(server, 'Test.Ask', { what: 'signIn' })).toMatchObject({
      success: false,
      output: {
        requires_authorization: {
          id: 'github',
          url: 'https://app.example/connect',
          scopes: ['repo'],
          status: 'pending',
        },
      },
    });
  });

  test('describes requirements that no sign-in can supply', async () => {
    const context = { authorization: { token: 't' } };
    expect(await checked(server, 'Test.Tell', {}, { context })).toMatchObject({
      output: { error: { message: "Tool 'Test_Tell' needs the secret 'KEY' and a user id", can_retry: false } },
    });
    expect(await checked(server, 'Test.Ask', { what: 'name' })).toMatchObject({
      output: { error: { message: 'The tool needs more than its parameters: What is your name?' } },
    });
  });

  test('contains the URL of a file', async () => {
    expect(await checked(server, 'Test.File')).toMatchObject({
      success: true,
      output: {
        artifact: {
          url: 'https://files.example/1',
          content_type: 'text/csv',
          size: 4,
          meta: { description: 'A table' },
        },
      },
    });
  });

  test('announces the end of a deprecated version in a header', async () => {
    expect((await execute(server, 'Test.Old')).headers).toHaveProperty('deprecation');
  });
});

test('a custom transport may wrap lists, for clients that use the published schema', () => {
  const info = { executionId: 'exec-1', finishedAt: 0, profile: 'strict', wrapLists: true } as const;
  const outputOf = (value: JsonValue): unknown =>
    (JSON.parse(executeResponse({ kind: 'value', value }, info) ?? '{}') as { output: unknown }).output;
  expect(outputOf([1])).toEqual({ value: { result: [1] } });
  expect(outputOf({ a: [1] })).toEqual({ value: { a: [1] } });
});

describe('an execute request', () => {
  test('passes its one token, its secrets in both formats, and its user', async () => {
    const authorization = { token: 'g-token', user_info: {} };
    for (const secrets of [
      [
        { key: 'KEY', value: 'v' },
        { key: 'OTHER', value: 'o' },
      ],
      { KEY: 'v', OTHER: 'o' },
    ]) {
      const context = { authorization, secrets, user_id: 'ada', metadata: [{ key: 'm', value: '1' }] };
      const response = await checked(server, 'Test.Tell', {}, { context });
      expect(response['output']).toEqual({ value: { token: 'g-token', secret: 'v', userId: 'ada' } });
    }
  });

  test('passes its token for the provider of the requested version', async () => {
    const tools = (
      [
        ['1.0.0', 'mail'],
        ['2.0.0', 'chat'],
      ] as const
    ).map(([version, provider]) =>
      defineTool({
        id: 'Test.Post',
        version,
        description: 'Posts.',
        requirements: { authorization: [{ id: provider }] },
        run: (_input, { token }) => `${provider}: ${token(provider)}`,
      }),
    );
    const posting = arcadeServer(tools);
    const context = { authorization: { token: 't' } };
    const value = async (id: string): Promise<unknown> => (await checked(posting, id, {}, { context }))['output'];
    expect(await value('Test.Post@1')).toEqual({ value: 'mail: t' });
    expect(await value('Test.Post@1.0.0')).toEqual({ value: 'mail: t' });
    expect(await value('Test.Post')).toEqual({ value: 'chat: t' });
  });

  test('uses the requested version, or the latest (OTC-VER-04)', async () => {
    const value = async (id: string): Promise<unknown> => (await checked(server, id, { a: 1, b: 2 }))['output'];
    expect(await value('Math.Add@1.0.0')).toEqual({ value: 3 });
    expect(await value('Math.Add@1')).toEqual({ value: 3 });
    expect(await value('Math.Add')).toEqual({ value: 1003 });
  });

  test.each([
    ['no JSON', '{'],
    ['a list', []],
    ['no tool', {}],
    ['a tool without a toolkit', { tool: { name: 'Echo' } }],
    ['a version that is a number', { tool: { toolkit: 'Test', name: 'Echo', version: 1 } }],
    ['an execution_id that is a number', { tool: { toolkit: 'Test', name: 'Echo' }, execution_id: 1 }],
    ['an execution_id without an end', { tool: { toolkit: 'Test', name: 'Echo' }, execution_id: 'x'.repeat(257) }],
    ['a context that is a list', { tool: { toolkit: 'Test', name: 'Echo' }, context: [] }],
    ['a token that is a number', { tool: { toolkit: 'Test', name: 'Echo' }, context: { authorization: { token: 1 } } }],
    ['secrets that are texts', { tool: { toolkit: 'Test', name: 'Echo' }, context: { secrets: ['x'] } }],
    ['a user id of 257 characters', { tool: { toolkit: 'Test', name: 'Echo' }, context: { user_id: 'x'.repeat(257) } }],
    [
      'a secret with 257 characters of name',
      { tool: { toolkit: 'Test', name: 'Echo' }, context: { secrets: [{ key: 'x'.repeat(257), value: 'v' }] } },
    ],
    [
      'the same in an object',
      { tool: { toolkit: 'Test', name: 'Echo' }, context: { secrets: { ['x'.repeat(257)]: 'v' } } },
    ],
    [
      'two values for one secret',
      {
        tool: { toolkit: 'Test', name: 'Echo' },
        context: {
          secrets: [
            { key: 'A', value: '1' },
            { key: 'A', value: '2' },
          ],
        },
      },
    ],
  ])('is refused with 400 and a reason: %s', async (_what, body) => {
    const { send } = await import('./support.ts');
    const answer = await send(server, 'POST', '/tools/execute', { body });
    expect(answer).toMatchObject({ status: 400, json: { message: expect.any(String) as unknown } });
  });

  test.each(['Test.Nobody', 'Math.Add@9.9.9'])('for %s is a 404', async (id) => {
    expect(await execute(server, id)).toMatchObject({ status: 404, json: { message: expect.any(String) as unknown } });
  });

  test('is refused with a retry hint while the server drains', async () => {
    const draining = arcadeServer(allTools);
    draining.stop.refuse();
    expect(await execute(draining, 'Test.Echo')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(await invoke(draining, 'Test.Echo')).toMatchObject({ status: 503 });
  });

  test('has a header if the tool may have run', async () => {
    const refusal = { kind: 'refused', code: 'unavailable', message: 'Later' } as const;
    for (const mayHaveRun of [true, undefined]) {
      const unsure = arcadeServer(
        allTools,
        {},
        { around: [() => ({ ...refusal, ...(mayHaveRun && { mayHaveRun }) })] },
      );
      for (const { status, headers } of [await execute(unsure, 'Test.Echo'), await invoke(unsure, 'Test.Echo')]) {
        expect(status).toBe(503);
        expect(headers['call-may-have-run']).toBe(mayHaveRun && 'true');
      }
    }
  });
});

describe('the published execute response schema (E51)', () => {
  test('matches nothing: it requires a member that it forbids', () => {
    const published = {
      ...executeResponseSchema,
      required: ['invocation_id', 'finished_at', 'success'],
    };
    const isPublished = ajv.compile(published);
    const members = {
      execution_id: 'x',
      invocation_id: 'x',
      duration: 1,
      finished_at: '2026-07-28T10:00:00Z',
      success: true,
    };
    fc.assert(
      fc.property(fc.subarray(Object.entries(members)), fc.dictionary(fc.string(), fc.jsonValue()), (some, more) => {
        expect(isPublished({ ...more, ...Object.fromEntries(some) })).toBe(false);
      }),
    );
    expect(isPublished(members)).toBe(false);
    const { invocation_id: _dropped, ...right } = members;
    expect(isExecuteResponse(right)).toBe(true);
  });
});
