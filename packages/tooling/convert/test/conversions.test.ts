import type { ToolInfo } from '@toolwire/core';
import { describe, expect, test } from 'vitest';
import { arcadeToMcp, arcadeToOtc, mcpToArcade, mcpToOtc, otcToArcade, otcToMcp } from '../src/index.ts';

const numbers: ToolInfo = {
  id: 'Math.List',
  version: '1.0.0',
  name: 'Math_List',
  description: 'Lists numbers.',
  inputSchema: {},
  outputSchema: { type: 'array' },
};
const finishedAt: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const artifact = {
  url: 'https://f.example/a.csv',
  content_type: 'text/csv',
  size: 4,
  meta: { description: 'A table' },
};

describe('from Open Tool Calling', () => {
  test('reads a response with or without its wrapper', () => {
    const result = { call_id: 'c', duration: 2, success: true, value: [1] };
    const flat = { ...result, result: { foo: 1 } };
    for (const response of [result, { $schema: 'otc://1.0', result }, { response: result }, flat]) {
      expect(otcToArcade(response).result).toEqual({
        execution_id: 'c',
        finished_at: finishedAt,
        duration: 2,
        success: true,
        output: { value: [1] },
      });
    }
    expect(otcToArcade(result, { wrapLists: true }).result['output']).toEqual({ value: { result: [1] } });
  });

  test('reads an error without success as a failure (E35)', () => {
    expect(otcToMcp({ result: { call_id: 'c', error: { message: 'No such city.' } } })).toMatchObject({
      result: { isError: true, content: [{ type: 'text', text: 'No such city.' }] },
      losses: [],
    });
  });

  test.each([
    ['https://a.example', true],
    ['javascript:alert(1)', false],
  ])('asks models to have a user open only web pages: %s', (url, isNamed) => {
    const error = { message: 'Sign in', requires_authorization: { id: 'a', url } };
    const { result } = otcToMcp({ call_id: 'c', success: false, error });
    expect(JSON.stringify(result).includes(`The user opens ${url}`)).toBe(isNamed);
  });

  test('puts error fields that other protocols lack into extras', () => {
    const error = { message: 'No', kind: 'X', status_code: 500 };
    expect(otcToArcade({ call_id: 'c', success: false, error })).toMatchObject({
      losses: ['error.kind', 'error.status_code'],
      extras: { 'error.kind': 'X', 'error.status_code': 500 },
    });
  });

  test('rounds a delay up to whole milliseconds (E34)', () => {
    const error = { message: 'No', can_retry: true, retry_after_ms: 1.2 };
    expect(otcToArcade({ call_id: 'c', success: false, error }).result).toMatchObject({
      output: { error: { retry_after_ms: 2 } },
    });
  });

  test.each([undefined, null, [], 'x', {}, { success: 'yes' }])(
    'returns a failure for %j, which is not a response',
    (response) => {
      expect(otcToMcp(response, { callId: 'c' })).toMatchObject({
        losses: ['response'],
        result: { isError: true, content: [{ type: 'text', text: 'The tool call failed.' }] },
      });
    },
  );

  test('returns a link for an artifact only if it was an artifact before', () => {
    const response = { call_id: 'c', success: true, value: { artifact } };
    expect(otcToMcp(response).result['structuredContent']).toEqual({ artifact });
    expect(otcToMcp(response, { extras: { kind: 'artifact' } }).result['content']).toEqual([
      { type: 'text', text: `A table\na.csv (text/csv, 4 bytes): ${artifact.url}` },
      {
        type: 'resource_link',
        uri: artifact.url,
        name: 'a.csv',
        mimeType: 'text/csv',
        size: 4,
        description: 'A table',
      },
    ]);
  });
});

describe('from Arcade', () => {
  // As a worker writes it (CONV-02).
  const worker = {
    execution_id: 'x',
    finished_at: '2026-08-12T10:00:00.123456',
    duration: 1.9,
    success: true,
    output: { value: 8, logs: null, error: null, requires_authorization: null },
  };

  test('reads a response of a worker without its nulls (E55)', () => {
    expect(arcadeToOtc(worker)).toEqual({
      result: { call_id: 'x', duration: 1.9, success: true, value: 8 },
      losses: ['finished_at'],
      extras: { finished_at: '2026-08-12T10:00:00.123456' },
    });
  });

  test('removes the prefix of a worker from a message, and puts the kind into extras', () => {
    const front = "[TOOL_RUNTIME_RETRY] RetryableToolError during execution of tool 't': ";
    const error = {
      message: `${front}Busy`,
      kind: 'TOOL_RUNTIME_RETRY',
      developer_message: `${front}disk 7`,
      can_retry: true,
      additional_prompt_content: 'Try 42',
      retry_after_ms: 500,
      stacktrace: 'Traceback …',
      status_code: null,
      extra: null,
    };
    const { result, losses, extras } = arcadeToOtc({
      ...worker,
      success: false,
      output: { ...worker.output, value: null, error },
    });
    expect(result).toMatchObject({
      success: false,
      error: {
        message: 'Busy',
        developer_message: 'disk 7',
        can_retry: true,
        additional_prompt_content: 'Try 42',
        retry_after_ms: 500,
      },
    });
    expect(extras).toMatchObject({ 'error.kind': 'TOOL_RUNTIME_RETRY' });
    expect(losses).toContain('error.stacktrace');
    expect(JSON.stringify([result, extras])).not.toContain('Traceback');
  });

  test.each([
    ['the id of the schema that was published', { invocation_id: 'x' }],
    ['an id', { id: 'x' }],
    ['the first that says something', { execution_id: '', invocation_id: 'x' }],
  ])('recognizes an execution by %s (E51)', (_what, ids) => {
    expect(arcadeToOtc({ success: true, ...ids }).result).toEqual({ call_id: 'x', success: true, value: null });
  });

  test.each([{}, { foo: 1 }, { success: true, output: { foo: 1 } }, { success: true, output: 'done' }])(
    'returns a failure for %j, which has no result',
    (response) => {
      expect(arcadeToOtc({ execution_id: 'x', ...response })).toMatchObject({
        result: { call_id: 'x', success: false, error: { message: 'The tool call failed.' } },
        losses: ['response'],
      });
    },
  );

  test('unwraps a list only if the output schema is a list', () => {
    const response = { execution_id: 'x', success: true, output: { value: { result: [1] } } };
    expect(arcadeToOtc(response).result['value']).toEqual({ result: [1] });
    expect(arcadeToOtc(response, { tool: numbers }).result['value']).toEqual([1]);
  });

  test('reads an empty string as null if the tool returns nothing (E57)', () => {
    const response = { execution_id: 'x', success: true, output: { value: '' } };
    expect(arcadeToOtc(response).result['value']).toBe('');
    expect(arcadeToOtc(response, { tool: { ...numbers, outputSchema: null } }).result['value']).toBeNull();
  });

  test.each([
    { requires_authorization: { id: 'a', url: 'https://a.example', scopes: ['s'], status: 'pending' } },
    {
      requires_authorization: {
        authorization_id: 'a',
        authorization_url: 'https://a.example',
        scopes: ['s'],
        status: 'pending',
      },
    },
    { authorization: { id: 'a', url: 'https://a.example', scopes: ['s'], status: 'pending', provider_id: 'p' } },
    { authorization: { provider_id: 'a', url: 'https://a.example', scopes: ['s'], status: 'pending' } },
  ])('reads a sign-in under each of its names (E54): %j', (output) => {
    const authorization = { id: 'a', url: 'https://a.example', scopes: ['s'], status: 'pending' };
    const response = { execution_id: 'x', success: false, output };
    const back = arcadeToOtc(response).result;
    expect(back).toEqual({
      call_id: 'x',
      success: false,
      error: { message: 'Authorization required', can_retry: true, requires_authorization: authorization },
    });
    expect(otcToArcade(back).result['output']).toEqual({ requires_authorization: authorization });
    const { result, losses } = arcadeToMcp(response);
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result['content'])).toContain('https://a.example');
    expect(losses).toContain('requires_authorization');
  });

  test('keeps the scopes of a sign-in without a URL', () => {
    const authorization = { id: 'a', scopes: ['s'], status: 'pending' };
    const back = arcadeToOtc({ execution_id: 'x', success: false, output: { requires_authorization: authorization } });
    expect(otcToArcade(back.result).result['output']).toEqual({ requires_authorization: authorization });
  });

  test('returns whether to retry for a completed sign-in', () => {
    const after = (status: string): unknown =>
      arcadeToOtc({ execution_id: 'x', output: { requires_authorization: { id: 'a', status } } }).result['error'];
    expect(after('completed')).toMatchObject({ can_retry: true, retry_after_ms: 0 });
    expect(after('failed')).toMatchObject({ can_retry: false });
  });

  test('reads a failure, although it has an artifact', () => {
    expect(arcadeToOtc({ execution_id: 'x', success: false, output: { artifact } }).result).toMatchObject({
      success: false,
      error: { message: 'The tool call failed.' },
    });
  });

  test('converts an artifact to both other protocols and back', () => {
    const response = { execution_id: 'x', success: true, output: { artifact } };
    const { result, extras } = arcadeToOtc(response);
    expect(result['value']).toEqual({ artifact });
    expect(otcToArcade(result, { extras }).result['output']).toEqual({ artifact });
    for (const revision of ['2026-07-28', '2024-11-05'] as const) {
      expect(mcpToArcade(arcadeToMcp(response, { revision }).result).result['output']).toEqual({ artifact });
    }
  });

  test.each([
    ['Open Tool Calling', mcpToOtc, otcToMcp],
    ['Arcade', mcpToArcade, arcadeToMcp],
  ])('lists the name of an artifact as lost in %s, and restores it', (_protocol, there, back) => {
    const link = {
      type: 'resource_link',
      uri: 'https://a.example/1',
      name: 'report.csv',
      mimeType: 'text/csv',
      size: 5,
    };
    const { result, losses, extras } = there({ content: [link] });
    expect([losses, extras]).toMatchObject([['artifact.name'], { 'artifact.name': 'report.csv' }]);
    expect(JSON.stringify(back(result, { extras }).result['content'])).toContain('"name":"report.csv"');
  });

  test('prefers an error over other fields, and lists the dropped fields', () => {
    const output = { error: { message: 'No' }, value: 1, artifact };
    expect(arcadeToOtc({ execution_id: 'x', success: true, output })).toMatchObject({
      result: { success: false, error: { message: 'No' } },
      losses: ['output.artifact', 'output.value'],
    });
  });

  test.each([
    [true, { value: 1, artifact: { url: 'https://a.example' } }, ['output.artifact']],
    [true, { value: 1, requires_authorization: 'google' }, ['output.requires_authorization']],
    [true, { artifact: { ...artifact, size: null } }, ['output.artifact']],
    [false, { value: 1 }, ['output.value']],
  ])('lists the fields that are not the result: success %j, %j', (success, output, losses) => {
    expect(arcadeToOtc({ execution_id: 'x', success, output }).losses).toEqual(losses);
  });
});

describe('from Open Tool Calling', () => {
  const error = { message: 'No' };
  const signInError = { message: 'Authorization required', can_retry: true };
  const authorization = { id: 'google', url: 'https://a.example', status: 'pending' };

  test.each([
    [{ success: true, value: 1, error }, ['value']],
    [{ success: false, value: 1 }, ['value']],
    [{ success: false, value: null, error }, []],
    [{ success: false, value: 1, error: { ...signInError, requires_authorization: authorization } }, ['value']],
    [{ success: false, error: { ...error, requires_authorization: 'google' } }, ['error.requires_authorization']],
    [
      { success: false, error: { ...signInError, developer_message: 'Why', requires_authorization: authorization } },
      ['error.developer_message'],
    ],
    [
      {
        success: false,
        error: { ...error, can_retry: false, retry_after_ms: 5000, requires_authorization: authorization },
      },
      ['error.message', 'error.can_retry', 'error.retry_after_ms'],
    ],
  ])('lists the fields that are not the result: %j', (response, losses) => {
    expect(otcToArcade({ call_id: 'x', ...response }).losses).toEqual(losses);
  });
});

describe('from other MCP servers', () => {
  const value = (result: object, tool?: ToolInfo): unknown =>
    mcpToOtc(result, tool === undefined ? {} : { tool }).result['value'];
  const text = (content: string): object => ({ content: [{ type: 'text', text: content }] });

  test('prefers structured content over blocks, also if it is null', () => {
    expect(value({ ...text('x'), structuredContent: { a: 1 } })).toEqual({ a: 1 });
    expect(value({ ...text('x'), structuredContent: null })).toBeNull();
    expect(value({ structuredContent: { result: [1] } }, numbers)).toEqual([1]);
    expect(value({ structuredContent: { result: [1] } })).toEqual({ result: [1] });
  });

  test('reports content that is more than the structured content next to it', () => {
    const lossesOf = (structuredContent: unknown, ...content: readonly object[]) =>
      mcpToOtc({ content, structuredContent }).losses;
    const words = (said: string) => ({ type: 'text', text: said });
    const picture = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
    expect(lossesOf({ a: 1, b: 2 }, words('{ "b": 2, "a": 1 }'))).toEqual([]);
    expect(lossesOf({ a: 'x' }, words('x'))).toEqual([]);
    expect(lossesOf('5', words('5'))).toEqual([]);
    expect(lossesOf({ a: 1 })).toEqual([]);
    expect(lossesOf({ a: 1 }, words('A is 1.'))).toEqual(['content']);
    expect(lossesOf({ a: 1 }, words('{"a":1}'), picture)).toEqual(['content']);
    expect(lossesOf({ a: 1 }, picture)).toEqual(['content']);
  });

  test('reads text as JSON only if the output schema requires it', () => {
    expect(value(text('[1]'))).toBe('[1]');
    expect(value(text('[1]'), numbers)).toEqual([1]);
    expect(value(text('no JSON'), numbers)).toBe('no JSON');
  });

  test('keeps other blocks unchanged', () => {
    const content = [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }];
    expect(value({ content })).toEqual({ content });
    expect(value({ content: [] })).toBeNull();
  });

  test('joins the messages of an error, and reads the error fields of Arcade’s servers', () => {
    const content = [
      { type: 'text', text: 'No' },
      { type: 'image', data: '', mimeType: 'x/y' },
      { type: 'text', text: 'way' },
    ];
    expect(mcpToOtc({ isError: true, content, structuredContent: { a: 1 } })).toMatchObject({
      result: { success: false, error: { message: 'No\nway' } },
      losses: ['structuredContent', 'content'],
    });
    const _meta = {
      arcade: { errorKind: 'TOOL_RUNTIME_RETRY', canRetry: true, retryAfterMs: 5, additionalPromptContent: 'x' },
    };
    expect(mcpToOtc({ isError: true, ...text('No'), _meta }).result['error']).toEqual({
      message: 'No',
      can_retry: true,
      retry_after_ms: 5,
      additional_prompt_content: 'x',
    });
  });

  test('reports `_meta.arcade` as lost if it is not the error of the result', () => {
    const _meta = { arcade: { executionTime: 5 } };
    const lost = { losses: ['_meta.arcade'], extras: { '_meta.arcade': _meta.arcade } };
    expect(mcpToOtc({ ...text('Yes'), _meta })).toMatchObject(lost);
    expect(mcpToArcade({ structuredContent: { a: 1 }, _meta })).toMatchObject(lost);
    expect(mcpToOtc({ isError: true, ...text('No'), _meta: { arcade: 'x' } }).losses).toEqual(['_meta.arcade']);
    expect(mcpToOtc({ isError: true, ...text('No'), _meta: { arcade: { canRetry: true } } }).losses).toEqual([]);
  });

  test.each([
    [
      { task: { taskId: 't', pollInterval: 5 } },
      { message: 'The tool is still running', can_retry: true, retry_after_ms: 5 },
    ],
    [
      { resultType: 'task', taskId: 't', pollIntervalMs: 5 },
      { message: 'The tool is still running', can_retry: true, retry_after_ms: 5 },
    ],
    [
      {
        resultType: 'input_required',
        inputRequests: { a: { method: 'elicitation/create', params: { message: 'Name?' } } },
        requestState: 'S',
      },
      { message: 'The tool needs user input: Name?' },
    ],
    [{ resultType: 'new' }, { message: 'The tool server sent an unknown kind of result' }],
  ])('reads %j, which is not a result yet, as a failure', (result, error) => {
    const converted = mcpToOtc(result);
    expect(converted.result['error']).toEqual(error);
    expect(JSON.stringify(converted)).not.toContain('"S"');
    expect(converted.losses).toEqual([]);
    expect(mcpToOtc({ ...result, ...text('draft') }).losses).toEqual(['content']);
  });
});

describe('the value of an MCP result whose schema lists several types', () => {
  const toolOf = (...types: readonly string[]): ToolInfo => ({ ...numbers, outputSchema: { type: types } });

  test('stays a string where a string is allowed', () => {
    const result = { content: [{ type: 'text', text: 'true' }] };
    expect(mcpToOtc(result, { tool: toolOf('string', 'null') }).result).toMatchObject({ value: 'true' });
    expect(mcpToOtc(result, { tool: toolOf('boolean', 'null') }).result).toMatchObject({ value: true });
  });

  test('is unwrapped where no object is allowed', () => {
    const result = { content: [], structuredContent: { result: [1] } };
    expect(mcpToOtc(result, { tool: toolOf('array', 'null') }).result).toMatchObject({ value: [1] });
    expect(mcpToOtc(result, { tool: toolOf('object', 'null') }).result).toMatchObject({ value: { result: [1] } });
  });
});
