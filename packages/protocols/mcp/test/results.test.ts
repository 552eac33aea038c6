import { image, type Outcome, type ToolInfo, withContent } from '@toolwire/core';
import { describe, expect, test } from 'vitest';
import { askingCall, createEndpoint, legacy, modern, type TestEndpoint } from './support/http.ts';
import { fitsSchema, legacyRevisions, type Revision, type SentMessage } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { add, blocks, broken, echo, failing, silent, tool } from './support/tools.ts';

const revisions: readonly Revision[] = [...legacyRevisions, '2026-07-28'];
const list = tool('Test.List', () => ['a', 'b'], { output: { type: 'array', items: { type: 'string' } } });
const maybe = tool('Test.Maybe', () => ({ a: 1 }), { output: { anyOf: [{ type: 'object' }, { type: 'null' }] } });
const record = tool('Test.Record', () => ({ a: 1 }), { output: { type: 'object' } });
const endpoint = createEndpoint(createTestService([add, echo, failing, broken, blocks, silent, list, maybe, record]));

async function call(revision: Revision, name: string, args: object = {}, at: TestEndpoint = endpoint) {
  const { status, message } = await at.post(...askingCall(revision, name, args));
  expect(status).toBe(200);
  return message;
}

/** The response to a call with an outcome. */
async function answerTo(revision: Revision, outcome: Outcome): Promise<SentMessage> {
  return call(revision, 'Calculator_Add', {}, createEndpoint(createTestService([add], { answer: () => outcome })));
}

const text = (message: SentMessage) => contentOf(message)[0]?.['text'];
const contentOf = ({ result }: SentMessage) => (result?.['content'] ?? []) as readonly Record<string, unknown>[];
const resultMetaOf = ({ result }: SentMessage) =>
  (result?.['_meta'] as Record<string, Record<string, unknown>> | undefined)?.['org.opentoolcalling/result'];

describe('a value', () => {
  test.each([
    ['an object', { a: [1] }, '{"a":[1]}', 'object'],
    ['a list', [1, 'b'], '[1,"b"]', 'array'],
    ['a number', 1.5, '1.5', 'number'],
    ['false', false, 'false', 'boolean'],
    ['null', null, 'null', 'null'],
  ])('is text, and structured content where supported: %s', async (_, value, expectedText, kind) => {
    const isObject = kind === 'object';
    const wrapped = isObject ? value : { result: value };
    const structured: Record<Revision, object> = {
      '2024-11-05': {},
      '2025-03-26': {},
      '2025-06-18': { structuredContent: wrapped },
      '2025-11-25': { structuredContent: wrapped },
      '2026-07-28': { structuredContent: value },
    };
    for (const revision of revisions) {
      const message = await call(revision, 'Test_Echo', { value });
      const { content, structuredContent, isError } = message.result ?? {};
      expect(content).toEqual([{ type: 'text', text: expectedText }]);
      expect({ ...(structuredContent !== undefined && { structuredContent }) }).toEqual(structured[revision]);
      expect(isError).toBeUndefined();
      const isWrapped = !isObject && ['2025-06-18', '2025-11-25'].includes(revision);
      expect(resultMetaOf(message)).toEqual({
        v: 1,
        call_id: expect.any(String) as string,
        tool_id: 'Test.Echo@1.0.0',
        duration: 1.235,
        kind,
        ...(isWrapped && { wrapped: true }),
      });
    }
  });

  test.each([
    ['Test_List', ['a', 'b']],
    ['Test_Maybe', { a: 1 }],
    ['Test_Record', { a: 1 }],
    ['Calculator_Add', 3],
  ])('matches the listed output schema in every revision: %s (MCP-CALL-02)', async (name, value) => {
    for (const revision of revisions) {
      const listed = await endpoint.post(
        ...(revision === '2026-07-28' ? modern('tools/list') : legacy(revision, 'tools/list')),
      );
      const tools = listed.message.result?.['tools'] as { name: string; outputSchema?: object }[];
      const schema = tools.find((one) => one.name === name)?.outputSchema;
      const { result } = await call(revision, name, { a: 1, b: 2 });
      expect(schema === undefined).toBe(revision < '2025-06-18');
      if (schema === undefined) continue;
      expect(fitsSchema(schema, result?.['structuredContent'])).toBe(true);
      const isWrapped = revision < '2026-07-28' && name !== 'Test_Record';
      expect(result?.['structuredContent']).toEqual(isWrapped ? { result: value } : value);
    }
  });

  test('of a tool without output is empty content', async () => {
    for (const revision of revisions) {
      const message = await call(revision, 'Test_Silent');
      expect(message.result).toMatchObject({ content: [] });
      expect(message.result).not.toHaveProperty('structuredContent');
      expect(resultMetaOf(message)).toMatchObject({ kind: 'none' });
    }
  });

  test('includes the server info in 2026-07-28', async () => {
    const serverInfo = { name: 'sums', version: '1.2.3', title: 'Sums' };
    const own = createEndpoint(createTestService([add]), { serverInfo });
    const { result } = await call('2026-07-28', 'Calculator_Add', { a: 1, b: 2 }, own);
    expect(result?.['_meta']).toMatchObject({ 'io.modelcontextprotocol/serverInfo': serverInfo });
  });
});

describe('content blocks', () => {
  test('are sent unchanged by tools without an output schema, or as text if unsupported', async () => {
    const kinds: Record<string, readonly unknown[]> = {};
    for (const revision of revisions) {
      const message = await call(revision, 'Test_Blocks');
      kinds[revision] = contentOf(message).map(({ type }) => type);
      expect(message.result).not.toHaveProperty('structuredContent');
    }
    expect(kinds).toEqual({
      '2024-11-05': ['text', 'image', 'text', 'resource', 'text'],
      '2025-03-26': ['text', 'image', 'audio', 'resource', 'text'],
      '2025-06-18': ['text', 'image', 'audio', 'resource', 'resource_link'],
      '2025-11-25': ['text', 'image', 'audio', 'resource', 'resource_link'],
      '2026-07-28': ['text', 'image', 'audio', 'resource', 'resource_link'],
    });
  });

  test('are never lost, even if a service returns content for a tool without output', async () => {
    const [info] = createTestService([silent]).page().tools;
    for (const revision of revisions) {
      const value = { content: [{ type: 'text', text: 'words' }] };
      const message = await answerTo(revision, { kind: 'value', value, ...(info && { tool: info }) });
      expect(message.result).toMatchObject(value);
      expect(message.result).not.toHaveProperty('structuredContent');
    }
  });

  test('are described as text if unsupported', async () => {
    const [, , audio, resource, link] = contentOf(await call('2024-11-05', 'Test_Blocks'));
    expect(audio?.['text']).toMatch(/audio\/wav/);
    expect(link?.['text']).toBe('A paper: https://tools.example.com/b.pdf');
    expect(resource).not.toHaveProperty('_meta');
  });

  test('are a plain value for tools with an output schema', async () => {
    const declared = tool('Test.Declared', () => ({ content: [{ type: 'text', text: 'x' }] }), {
      output: { type: 'object' },
    });
    const own = createEndpoint(createTestService([declared]));
    const { result } = await call('2026-07-28', 'Test_Declared', {}, own);
    expect(result?.['structuredContent']).toEqual({ content: [{ type: 'text', text: 'x' }] });
  });
});

describe('content next to a value', () => {
  const words = (written: string) => ({ type: 'text', text: written });
  const value = { path: 'a.txt', lines: 2 };
  const picture = image('aGk=', 'image/png');
  const link = { type: 'resource_link', uri: 'https://tools.example.com/b.pdf', name: 'b.pdf' } as const;
  const output = { type: 'object', properties: { path: { type: 'string' }, lines: { type: 'integer' } } };
  const tools = [
    tool('Test.Words', () => withContent(value, 'Two lines.', picture, link), { output }),
    tool('Test.Picture', () => withContent(value, picture), { output }),
    tool('Test.List', () => withContent(['a', 'b'], 'Two.'), { output: { type: 'array', items: { type: 'string' } } }),
    tool('Test.Any', () => withContent('abc', 'Three letters.')),
    tool('Test.Found', () => withContent({ content: [words('found')] }, 'One block.')),
    tool('Test.Sent', () => withContent(undefined, 'Sent.'), { output: null }),
  ];
  const own = createEndpoint(createTestService(tools));
  const structured = (revision: Revision, data: unknown) =>
    revision < '2025-06-18' ? undefined : revision < '2026-07-28' && Array.isArray(data) ? { result: data } : data;

  test.each(revisions)(
    'ANS-09: is the content of its author, and the value is structured content: %s',
    async (revision) => {
      const message = await call(revision, 'Test_Words', {}, own);
      const linkText = words('b.pdf: https://tools.example.com/b.pdf');
      const sentLink = revision < '2025-06-18' ? linkText : link;
      expect(message.result?.['content']).toEqual([words('Two lines.'), picture, sentLink]);
      expect(message.result?.['structuredContent']).toEqual(structured(revision, value));
      expect(resultMetaOf(message)).toMatchObject({ kind: 'object' });
    },
  );

  test.each(revisions)('ANS-09: follows the value as text if the author wrote no text: %s', async (revision) => {
    const { result } = await call(revision, 'Test_Picture', {}, own);
    expect(result?.['content']).toEqual([words(JSON.stringify(value)), picture]);
    expect(result?.['structuredContent']).toEqual(structured(revision, value));
  });

  test.each(revisions)('accompanies a value of any kind: %s', async (revision) => {
    const listed = await call(revision, 'Test_List', {}, own);
    expect(listed.result?.['content']).toEqual([words('Two.')]);
    expect(listed.result?.['structuredContent']).toEqual(structured(revision, ['a', 'b']));
    const found = await call(revision, 'Test_Found', {}, own);
    expect(found.result?.['content']).toEqual([words('One block.')]);
    expect(found.result?.['structuredContent']).toEqual(structured(revision, { content: [words('found')] }));
    for (const [name, written] of [
      ['Test_Any', 'Three letters.'],
      ['Test_Sent', 'Sent.'],
    ] as const) {
      const { result } = await call(revision, name, {}, own);
      expect(result?.['content']).toEqual([words(written)]);
      expect(result).not.toHaveProperty('structuredContent');
    }
  });
});

describe('the text of an object with one string', () => {
  const own = createEndpoint(
    createTestService([
      tool('File.Read', () => ({ content: 'line "one"\nline two' }), { output: { type: 'object' } }),
      tool('File.Picture', () => withContent({ content: 'a cat' }, image('aGk=', 'image/png'))),
      echo,
    ]),
  );

  test.each(revisions)('ANS-09: is that string where the object is structured content: %s', async (revision) => {
    const isStructured = revision >= '2025-06-18';
    const read = await call(revision, 'File_Read', {}, own);
    expect(text(read)).toBe(isStructured ? 'line "one"\nline two' : '{"content":"line \\"one\\"\\nline two"}');
    expect(read.result?.['structuredContent']).toEqual(isStructured ? { content: 'line "one"\nline two' } : undefined);
    const picture = await call(revision, 'File_Picture', {}, own);
    expect(text(picture)).toBe(isStructured ? 'a cat' : '{"content":"a cat"}');
  });

  test.each([[{ a: '' }], [{ a: 1 }], [{ a: null }], [{ a: 'x', b: 'y' }], [['x']], [{}], [{ a: { b: 'x' } }]])(
    'is not used for any other value: %j',
    async (value) => {
      for (const revision of revisions) {
        expect(text(await call(revision, 'Test_Echo', { value }, own))).toBe(JSON.stringify(value));
      }
    },
  );
});

describe('a stored output', () => {
  const url = 'https://x.example/artifacts?id=1&sig=2';
  const artifact = { url, contentType: 'text/csv', size: 9, description: 'All rows', name: 'rows.csv' };
  const words = `All rows\nrows.csv (text/csv, 9 bytes): ${url}`;
  const link = {
    type: 'resource_link',
    uri: url,
    name: 'rows.csv',
    mimeType: 'text/csv',
    size: 9,
    description: 'All rows',
  };

  test('ANS-05: is text with its name, type, size and URL, and a link where supported', async () => {
    for (const revision of revisions) {
      const message = await answerTo(revision, { kind: 'artifact', artifact });
      const inWords = { type: 'text', text: words };
      expect(contentOf(message)).toEqual(revision < '2025-06-18' ? [inWords] : [inWords, link]);
      expect(resultMetaOf(message)).toMatchObject({
        kind: 'none',
        artifact: { url, content_type: 'text/csv', size: 9, name: 'rows.csv', meta: { description: 'All rows' } },
      });
    }
  });

  test('ANS-05: is only text if the app turns links off', async () => {
    const service = createTestService([add], { answer: () => ({ kind: 'artifact', artifact }) });
    const own = createEndpoint(service, { artifactLinks: false });
    for (const revision of revisions) {
      expect(contentOf(await call(revision, 'Calculator_Add', {}, own))).toEqual([{ type: 'text', text: words }]);
    }
  });

  test.each([
    ['https://x.example/files/report-1.pdf?sig=1', 'report-1.pdf'],
    ['https://x.example/artifacts?id=1', 'artifact'],
    ['https://x.example/', 'artifact'],
    ['https://x.example/a/b%20c.pdf', 'artifact'],
    ['https://x.example/a/..', 'artifact'],
  ])('gets its default name from its file: %s', async (address, name) => {
    const { name: _none, ...unnamed } = { ...artifact, url: address, description: '', size: 1 };
    const [inWords, block] = contentOf(await answerTo('2026-07-28', { kind: 'artifact', artifact: unnamed }));
    expect(inWords?.['text']).toBe(`${name} (text/csv, 1 byte): ${address}`);
    expect(block).toMatchObject({ uri: address, name });
  });
});

describe('a failure', () => {
  test('is a result for the model without structured content', async () => {
    for (const revision of revisions) {
      const message = await call(revision, 'Test_Failing');
      expect(message.result).toMatchObject({ isError: true });
      expect(message.result).not.toHaveProperty('structuredContent');
      expect(text(message)).toBe('No answer\n\nAsk for fewer rows.\n\nThe call may be tried again in 2 seconds.');
      expect(resultMetaOf(message)).toMatchObject({
        kind: 'none',
        error: {
          message: 'No answer',
          can_retry: true,
          retry_after_ms: 1500,
          additional_prompt_content: 'Ask for fewer rows.',
        },
      });
      expect(message.result?.['_meta']).toMatchObject({
        arcade: {
          errorKind: 'TOOL_RUNTIME_RETRY',
          canRetry: true,
          retryAfterMs: 1500,
          additionalPromptContent: 'Ask for fewer rows.',
        },
      });
    }
  });

  test('contains no developer message', async () => {
    for (const revision of revisions) {
      expect(JSON.stringify(await call(revision, 'Test_Failing'))).not.toMatch(/db-7|10\.0\.0\.7/);
    }
  });

  test.each([
    [{ message: 'No' }, 'No', 'TOOL_RUNTIME_FATAL'],
    [{ message: 'No', canRetry: true }, 'No\n\nThe call may be tried again.', 'TOOL_RUNTIME_RETRY'],
    [
      { message: 'No', canRetry: true, retryAfterMs: 20 },
      'No\n\nThe call may be tried again in 20 ms.',
      'TOOL_RUNTIME_RETRY',
    ],
    [
      { message: 'No', canRetry: true, retryAfterMs: 1000 },
      'No\n\nThe call may be tried again in 1 second.',
      'TOOL_RUNTIME_RETRY',
    ],
    [{ message: 'No', additionalPromptContent: 'Try b' }, 'No\n\nTry b', 'TOOL_RUNTIME_CONTEXT_REQUIRED'],
    [{ message: 'No', canRetry: false, retryAfterMs: 9 }, 'No', 'TOOL_RUNTIME_FATAL'],
  ])('includes its hints: %o', async (failure, expected, errorKind) => {
    const message = await answerTo('2026-07-28', { kind: 'failed', failure });
    expect(text(message)).toBe(expected);
    expect(message.result?.['_meta']).toMatchObject({ arcade: { errorKind } });
  });

  test('of a tool that runs elsewhere can be retried with the same call ID', async () => {
    const message = await answerTo('2025-11-25', { kind: 'deferred', task: { id: 't', pollAfterMs: 2999.5 } });
    expect(message.result).toMatchObject({ isError: true });
    expect(text(message)).toContain('same call ID');
    expect(resultMetaOf(message)).toMatchObject({ error: { can_retry: true, retry_after_ms: 3000 } });
  });
});

describe('invalid input', () => {
  test('ANS-03: is a result in every revision, never a protocol error', async () => {
    for (const revision of revisions) {
      const message = await call(revision, 'Calculator_Add', { a: 'x', b: 2 });
      expect(message.error).toBeUndefined();
      expect(message.result).toMatchObject({ isError: true });
      expect(text(message)).toMatch(/^Some input parameters are invalid\na: Must be a number/);
      expect(resultMetaOf(message)).toMatchObject({ error: { parameter_errors: { a: expect.any(String) as string } } });
      expect(message.result?.['_meta']).toMatchObject({
        arcade: { errorKind: 'TOOL_RUNTIME_BAD_INPUT_VALUE', statusCode: 400 },
      });
    }
  });
});

describe('a refusal', () => {
  const refused = { kind: 'refused', message: 'No', developerMessage: 'because-of-x' } as const;

  test.each([
    ['unavailable', -32603],
    ['overloaded', -32603],
    ['internal', -32603],
    ['call_id_conflict', -32602],
    ['malformed', -32600],
    ['not_found', -32601],
  ] as const)('is a JSON-RPC error: %s is %i', async (code, rpcCode) => {
    for (const revision of revisions) {
      const message = await answerTo(revision, { ...refused, code, retryAfterMs: 700 });
      expect(message.error).toEqual({ code: rpcCode, message: 'No', data: { code, retry_after_ms: 700 } });
      expect(JSON.stringify(message)).not.toContain('because-of-x');
    }
  });

  test('includes Retry-After over HTTP', async () => {
    const own = createEndpoint(
      createTestService([add], { answer: () => ({ ...refused, code: 'overloaded', retryAfterMs: 1200 }) }),
    );
    const { headers } = await own.post(...askingCall('2026-07-28', 'Calculator_Add'));
    expect(headers).toMatchObject({ 'retry-after': '2', 'content-type': 'application/json' });
  });

  test('for missing credentials is a 401 with the challenge', async () => {
    const challenge = 'Bearer realm="tools"';
    const own = createEndpoint(
      createTestService([add], { answer: () => ({ ...refused, code: 'unauthenticated', challenge }) }),
    );
    const { status, headers } = await own.post(...askingCall('2025-11-25', 'Calculator_Add'));
    expect([status, headers['www-authenticate']]).toEqual([401, challenge]);
  });

  test('for an unknown tool includes the closest name', async () => {
    for (const revision of revisions) {
      const message = await call(revision, 'Calculator_Ad');
      expect(message.error).toEqual({
        code: -32602,
        message: "Unknown tool: 'Calculator_Ad'. Did you mean 'Calculator_Add'?",
      });
    }
  });

  test.each([
    ['find_product', 'find_products', tool('Shop.Search', () => 'done', { name: 'find_products' })],
    ['Team_Mail_Sent', 'Team_Mail_Send', tool('Team_Mail.Send', () => 'done')],
  ])('for the unknown tool %s includes the closest name, %s', async (sent, closest, other) => {
    const message = await call('2026-07-28', sent, {}, createEndpoint(createTestService([add, other])));
    expect(message.error?.message).toBe(`Unknown tool: '${sent}'. Did you mean '${closest}'?`);
  });

  const unknownVersions = ['Calculator_Add@2', 'Calculator.Add@2.0.0', 'Calculator_Add-2_0_0', 'Calculator.Ad@1'];

  test.each(unknownVersions)('for an unknown version includes the listed version: %s', async (name) => {
    const message = await call('2025-11-25', name);
    expect(message.error?.message).toBe(`Unknown tool: '${name}'. Did you mean 'Calculator_Add' (version 1.0.0)?`);
  });

  test('for an unknown version includes the newest versions, where all are listed', async () => {
    const added = ['1.0.0', '1.1.0', '1.2.0', '1.10.0'].map((version) => ({ ...add, version }));
    const service = createTestService([...added, echo]);
    const all = createEndpoint(service, { versions: 'all' });
    for (const name of ['Calculator_Add@2', 'Calculator.Add@2.0.0', 'Calculator_Add-2_0_0']) {
      const message = await call('2026-07-28', name, {}, all);
      expect(message.error?.message).toBe(
        `Unknown tool: '${name}'. Available: 'Calculator_Add' (version 1.10.0), 'Calculator_Add-1_2_0' (version 1.2.0), 'Calculator_Add-1_1_0' (version 1.1.0) and 1 more.`,
      );
    }
    const existing = await call('2026-07-28', 'Calculator.Add@1.1.0', {}, all);
    expect(existing.error?.message).toMatch(/Did you mean 'Calculator_Add-1_1_0' \(version 1\.1\.0\)\?$/);
  });

  test.each([
    'Nothing_Like',
    'Calculator.Add',
    'Calculator_Add@1.0.0',
    'constructor',
    'x'.repeat(500),
    'a\nb\u0000ß',
    '',
  ])('for an unknown tool truncates its name: %j', async (name) => {
    const message = await call('2025-11-25', name);
    expect(message.error?.code).toBe(-32602);
    expect(message.error?.message).toMatch(/^Unknown tool: '[ -~]{0,100}'\. (?:Call tools\/list|Did you mean)/);
  });

  test('for an unknown tool passes the engine, for metrics', async () => {
    const service = createTestService([add]);
    const { error } = await call('2026-07-28', 'Calculator.Add', {}, createEndpoint(service));
    expect(service.calls).toMatchObject([{ toolId: 'Calculator.Add', namedTool: null, wire: 'mcp' }]);
    expect(error?.message).toBe("Unknown tool: 'Calculator.Add'. Did you mean 'Calculator_Add'?");
  });

  test('for a known tool passes the found tool', async () => {
    const service = createTestService([add]);
    await call('2026-07-28', 'Calculator_Add', {}, createEndpoint(service));
    expect(service.calls[0]?.namedTool).toBe(service.page().tools[0]);
  });
});

describe('a call with missing requirements', () => {
  const mail = { id: 'Mail.Send', version: '1.0.0', name: 'Mail_Send' } as ToolInfo;
  const lacking = (missing: object): Outcome => ({
    kind: 'refused',
    code: 'missing_requirements',
    message: "Tool 'Mail_Send' needs authorization for 'google'",
    developerMessage: 'Send context.authorization',
    missing,
    tool: mail,
  });

  test('is a result with the ids of the requirements', async () => {
    for (const revision of revisions) {
      const missing = { authorization: [{ id: 'google' }], secrets: [{ id: 'KEY' }], userId: true };
      const message = await answerTo(revision, lacking(missing));
      expect(message.result).toMatchObject({ isError: true });
      expect(text(message)).toBe("Tool 'Mail_Send' needs authorization for 'google'");
      expect(resultMetaOf(message)).toMatchObject({
        error: { missing_requirements: { authorization: [{ id: 'google' }], secrets: [{ id: 'KEY' }], user_id: true } },
      });
    }
  });

  test('contains the authorization URL as text, or as -32042 in 2025-11-25', async () => {
    const url = 'https://app.example.com/connect/google';
    for (const revision of revisions) {
      const message = await answerTo(revision, lacking({ authorization: [{ id: 'google', url }] }));
      if (revision === '2025-11-25') {
        expect(message.error).toEqual({
          code: -32042,
          message: expect.stringContaining('google') as string,
          data: {
            elicitations: [
              {
                mode: 'url',
                url,
                elicitationId: expect.any(String) as string,
                message: "Sign in to 'google' to continue",
              },
            ],
          },
        });
      } else {
        expect(text(message)).toContain(url);
      }
    }
  });
});
