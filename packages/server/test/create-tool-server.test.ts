import {
  contextEntry,
  contextValues,
  createContextKey,
  defineTool,
  defineToolkit,
  type Stage,
  type ToolContext,
  type ToolDefinition,
} from '@toolwire/core';
import type { WireCodec } from '@toolwire/core/wire';
import { RetryableToolError, ToolError } from '@toolwire/errors';
import { log } from '@toolwire/log/stage';
import { otc } from '@toolwire/otc';
import { ajv } from '@toolwire/validate/ajv';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createCaller, createToolServer, silentLogger, type ToolServerOptions } from '../src/index.ts';
import { callOf, hostRequest, recordingLogger, send } from './support.ts';

const add = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  description: 'Adds two numbers.',
  input: z.object({ a: z.number().describe('One.'), b: z.number().describe('The other.') }),
  output: z.number(),
  run: ({ a, b }) => a + b,
});
const ready = { tools: [add], wires: [otc()] };

describe('a tool server', () => {
  test('runs a call through the pipeline without HTTP', async () => {
    const outcome = await createToolServer(ready).call(callOf('Calculator.Add', { a: 10, b: 5 }));
    expect(outcome).toMatchObject({ kind: 'value', value: 15, tool: { id: 'Calculator.Add', version: '1.0.0' } });
    expect(outcome.durationMs).toBeGreaterThanOrEqual(0);
  });

  test('accepts toolkits and single tools, and lists them in the order of the author, versions from old to new', () => {
    const toolkit = defineToolkit({
      name: 'Other',
      tools: [
        { ...add, id: 'Other.B' },
        { ...add, id: 'Other.A' },
      ],
    });
    const { tools } = createToolServer({ ...ready, tools: [toolkit, { ...add, version: '0.9.0' }, add] });
    expect(tools.map(({ id, version }) => `${id}@${version}`)).toEqual([
      'Other.B@1.0.0',
      'Other.A@1.0.0',
      'Calculator.Add@0.9.0',
      'Calculator.Add@1.0.0',
    ]);
  });

  test('leaves unknown paths to the host', async () => {
    expect(await send(createToolServer(ready), hostRequest('GET', '/elsewhere'))).toBeUndefined();
    expect(createToolServer(ready).paths).toEqual(['/health', '/tools', '/tools/call', '/call', '/tools/cancel']);
  });

  test('responds to HEAD like GET without a body and to OPTIONS with the allowed methods, and refuses other methods', async () => {
    const server = createToolServer(ready);
    const get = await send(server, hostRequest('GET', '/tools'));
    const head = await server.handle(hostRequest('HEAD', '/tools'));
    expect(head).toMatchObject({
      status: 200,
      headers: { 'content-length': String((get as { body: Uint8Array }).body.length) },
    });
    expect(head).not.toHaveProperty('body');
    const refused = await server.handle(hostRequest('HEAD', '/tools/call'));
    expect(refused).toMatchObject({ status: 405, headers: { allow: 'POST, OPTIONS' } });
    expect(refused).not.toHaveProperty('body');
    expect(await send(server, hostRequest('OPTIONS', '/tools/call'))).toMatchObject({
      status: 204,
      headers: { allow: 'POST, OPTIONS' },
    });
    expect(await send(server, hostRequest('DELETE', '/tools'))).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, OPTIONS' },
      json: { message: 'Method not allowed. Use GET, HEAD, OPTIONS' },
    });
  });

  test('OTC-HLTH-04, OTC-CALL-07a refuses calls while it drains, with a retry delay', async () => {
    const server = createToolServer(ready);
    server.stop.announce();
    expect(await send(server, hostRequest('GET', '/health'))).toMatchObject({ status: 503 });
    expect(await server.call(callOf('Calculator.Add', { a: 1, b: 2 }))).toMatchObject({ value: 3 });
    server.stop.refuse();
    expect(await send(server, hostRequest('GET', '/health'))).toMatchObject({ status: 503 });
    expect(
      await send(server, hostRequest('POST', '/tools/call', { request: { tool_id: 'Calculator.Add' } })),
    ).toMatchObject({
      status: 400,
      headers: { 'retry-after': '1' },
    });
    expect(await send(server, hostRequest('GET', '/tools'))).toMatchObject({ status: 200 });
  });

  test('ends the stream of a GET route at HEAD, which sends no body', async () => {
    let isOpen = true;
    const body: AsyncIterable<Uint8Array> & AsyncIterator<Uint8Array> = {
      [Symbol.asyncIterator]: () => body,
      next: () => new Promise(() => undefined),
      return: async () => {
        isOpen = false;
        return { done: true, value: undefined };
      },
    };
    const wire: WireCodec = {
      name: 'feed',
      routes: [
        {
          method: 'GET',
          path: '/feed',
          op: 'any',
          accept: () => ({ op: 'answer', response: { status: 200, headers: { 'content-type': 'text/plain' }, body } }),
          refuse: () => ({ status: 503, headers: {} }),
        },
      ],
    };
    const server = createToolServer({ tools: [], wires: [wire] });
    expect(await server.handle(hostRequest('HEAD', '/feed'))).toEqual({
      status: 200,
      headers: { 'content-type': 'text/plain' },
    });
    expect(isOpen).toBe(false);
  });

  test('sends no CORS headers by default, and with cors only to the allowed origins', async () => {
    const origin = { origin: 'https://app.example' };
    const silent = await send(createToolServer(ready), hostRequest('GET', '/tools', undefined, origin));
    expect(Object.keys(silent?.headers ?? {}).filter((name) => name.startsWith('access-control'))).toEqual([]);

    const shared = createToolServer({ ...ready, cors: { origins: ['https://App.example'] } });
    expect((await send(shared, hostRequest('GET', '/tools', undefined, origin)))?.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      vary: 'Origin',
    });
    expect((await send(shared, hostRequest('OPTIONS', '/tools/call', undefined, origin)))?.headers).toMatchObject({
      'access-control-allow-methods': 'POST, OPTIONS',
    });
    const other = await send(shared, hostRequest('GET', '/tools', undefined, { origin: 'https://evil.example' }));
    expect(other?.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('allows pages of these origins to send and read the headers of the protocols', async () => {
    const wire: WireCodec = {
      name: 'weather',
      routes: [],
      headers: { reads: ['weather-version', 'weather-param-*'], sends: ['weather-warning'] },
    };
    const shared = createToolServer({ ...ready, wires: [...ready.wires, wire], cors: { origins: '*' } });
    const asked = {
      'access-control-request-headers': 'content-type, Weather-Param-Region,weather-param-a\u0000b, x-other',
    };
    const origin = { origin: 'https://app.example', ...asked };
    const { headers = {} } = (await send(shared, hostRequest('OPTIONS', '/tools/call', undefined, origin))) ?? {};
    const allowed = headers['access-control-allow-headers']?.split(', ') ?? [];
    expect(allowed).toEqual(
      expect.arrayContaining(['authorization', 'otc-version', 'weather-version', 'Weather-Param-Region']),
    );
    expect(allowed.filter((name) => /x-other|\u0000/.test(name))).toEqual([]);
    expect(headers['access-control-expose-headers']).toContain(
      'retry-after, sunset, weather-warning, www-authenticate, x-should-retry',
    );
  });
});

describe('a stop', () => {
  const endless = (annotations: object) =>
    defineTool({
      id: 'A.Endless',
      version: '1.0.0',
      description: 'Runs until it is stopped.',
      annotations,
      run: (_input, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted'))),
    });

  test('aborts the signals of running calls, and marks retryable ones', async () => {
    for (const [annotations, failure] of [
      [{}, { message: 'The server stopped before the tool was done.' }],
      [{ idempotent: true }, { canRetry: true, retryAfterMs: 1000 }],
    ] as const) {
      const server = createToolServer({ ...ready, tools: [endless(annotations)] });
      const outcome = server.call(callOf('A.Endless'));
      server.stop.interrupt();
      expect(await outcome).toMatchObject({ kind: 'failed', failure });
    }
  });
});

describe('invalid definitions', () => {
  test.each([
    ['a bad id', { id: 'Calculator' }, /Calculator/],
    ['a bad version', { version: '1.0' }, /1\.0/],
    ['no description', { description: ' ' }, /description is missing/],
    ['a bad name', { name: 'two words' }, /'two words'/],
    ['a time of nothing', { timeoutMs: 0 }, /timeoutMs must be/],
    ['a deprecation without a date', { deprecation: { since: 'soon' } }, /soon/],
    ['an input that is no object', { input: z.string() }, /object/],
  ])('are refused before the first call: %s', (_what, changes, reason) => {
    expect(() => createToolServer({ ...ready, tools: [{ ...add, ...changes }] })).toThrow(reason);
  });

  test('are refused if two IDs share a name, or two tools an ID and version', () => {
    expect(() =>
      createToolServer({ ...ready, tools: [add, { ...add, id: 'Other.Add', name: 'Calculator_Add' }] }),
    ).toThrow("The tools 'Calculator.Add' and 'Other.Add' are both named 'Calculator_Add'. Rename one of them.");
    expect(() => createToolServer({ ...ready, tools: [add, add] })).toThrow('registered twice');
  });

  test('OTC-DEF-10 cause one warning for all parameters without a description, and an error in strict mode', () => {
    const bare = { ...add, input: z.object({ a: z.number(), b: z.number() }) };
    const others = [2, 3, 4, 5].map((major) => ({ ...bare, version: `${major}.0.0` }));
    const logger = recordingLogger();
    createToolServer({ ...ready, tools: [bare], logger });
    createToolServer({ ...ready, tools: [bare, ...others], logger });
    expect(logger.records.map(({ level, message }) => [level, message])).toEqual([
      [
        'warn',
        expect.stringMatching(
          /^2 parameters have no description \(Calculator.Add@1.0.0\)\. .* `npx @toolwire\/cli check <URL>` lists/,
        ),
      ],
      ['warn', expect.stringMatching(/^10 parameters .* \(.*1\.0\.0, .*2\.0\.0, .*3\.0\.0, 2 more\)/)],
    ]);
    expect(logger.records[0]?.fields).toEqual({ parameters: { 'Calculator.Add@1.0.0': ['a', 'b'] } });
    expect(() => createToolServer({ ...ready, tools: [bare], strict: true })).toThrow('Calculator.Add@1.0.0');
  });

  test('with a slow pattern cause a warning in strict mode too', () => {
    const slow = {
      ...add,
      input: z.object({
        a: z
          .string()
          .regex(/^(a+)+$/)
          .describe('A.'),
      }),
    };
    const logger = recordingLogger();
    createToolServer({ ...ready, tools: [slow], strict: true, logger });
    expect(logger.records.map(({ level, message }) => [level, message])).toEqual([
      ['warn', expect.stringContaining('can take very long')],
    ]);
  });

  test('suggest the two validators for a plain JSON Schema without one', () => {
    const plain = { ...add, input: { type: 'object', properties: {} }, output: {} };
    expect(() => createToolServer({ ...ready, tools: [plain] })).toThrow(/ajv\(\).*noEval\(\)/s);
    expect(() => createToolServer({ ...ready, tools: [plain], validator: ajv() })).not.toThrow();
  });
});

describe('the context of a tool', () => {
  const reading = (seen: unknown[]) =>
    defineTool({
      id: 'A.B',
      version: '1.0.0',
      description: 'Looks around.',
      requirements: { authorization: [{ id: 'google' }], secrets: [{ id: 'KEY' }] },
      run: (_input, { token, secret, userId, callId, toolId, signal, progress, get }: ToolContext) => {
        seen.push(
          token('google'),
          token('other'),
          secret('KEY'),
          secret('OTHER'),
          userId,
          callId,
          toolId,
          signal.aborted,
        );
        progress(1);
        seen.push(get(color));
        return null;
      },
    });
  const color = createContextKey('color', 'none');

  test('E71 has only the declared requirements and the context values', async () => {
    const seen: unknown[] = [];
    const context = {
      authorization: [
        { id: 'google', token: 'g' },
        { id: 'other', token: 'o' },
      ],
      secrets: [
        { id: 'KEY', value: 'k' },
        { id: 'OTHER', value: 'o' },
      ],
      userId: 'ada',
    };
    const call = callOf('A.B', {}, { context, values: contextValues([contextEntry(color, 'red')]) });
    await createToolServer({ ...ready, tools: [reading(seen)] }).call(call);
    expect(seen).toEqual(['g', undefined, 'k', undefined, undefined, 'call-1', 'A.B@1.0.0', false, 'red']);
  });
});

describe('a tool that fails', () => {
  const failing = (run: (input: object, context: ToolContext) => unknown) => ({
    ...add,
    id: 'A.Fails',
    output: z.number(),
    input: z.object({}),
    run: run as (input: object, context: ToolContext) => number,
  });

  test("OTC-CALL-12 with a ToolError returns the tool's message", async () => {
    const tool = failing(() => {
      throw new RetryableToolError('Busy', { retryAfterMs: 500 });
    });
    const outcome = await createToolServer({ ...ready, tools: [tool] }).call(callOf('A.Fails'));
    expect(outcome).toMatchObject({ kind: 'failed', failure: { message: 'Busy', canRetry: true, retryAfterMs: 500 } });
  });

  test('with another error reveals nothing to the caller, and logs the error with the call ID', async () => {
    const logger = recordingLogger();
    const tool = failing(() => Promise.reject(new Error('password is hunter2')));
    const outcome = await createToolServer({ ...ready, tools: [tool], logger }).call(callOf('A.Fails'));
    expect(JSON.stringify({ ...outcome, tool: undefined })).not.toContain('hunter2');
    expect(logger.records).toMatchObject([
      {
        level: 'error',
        fields: { callId: 'call-1', toolId: 'A.Fails@1.0.0', error: { message: 'password is hunter2' } },
      },
    ]);
  });

  test('because its caller disconnected is not logged as an error', async () => {
    const logger = recordingLogger();
    const caller = new AbortController();
    const tool = failing(
      (_input, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    );
    const outcome = createToolServer({ ...ready, tools: [tool], logger }).call({
      ...callOf('A.Fails'),
      lifetime: caller,
    });
    caller.abort();
    expect(await outcome).toMatchObject({ kind: 'failed' });
    expect(logger.records).toMatchObject([{ level: 'info', fields: { error: { name: 'AbortError' } } }]);
  });

  test('OTC-RESP-05 with an invalid output shows its location to developers, and sends no value', async () => {
    const tool = failing(() => 'fifteen');
    const outcome = await createToolServer({ ...ready, tools: [tool], logger: recordingLogger() }).call(
      callOf('A.Fails'),
    );
    expect(outcome).toMatchObject({
      kind: 'failed',
      failure: { message: expect.stringContaining('does not match') as string },
    });
    expect(JSON.stringify({ ...outcome, tool: undefined })).not.toContain('fifteen');
  });
});

describe('advice for developers about an invalid output', () => {
  const failureOf = async (tool: ToolDefinition, options: Partial<ToolServerOptions> = {}) => {
    const server = createToolServer({ ...ready, tools: [tool], logger: silentLogger, ...options });
    const outcome = await createCaller(server)(tool.id, { a: 1, b: 2 });
    return outcome.kind === 'failed' ? outcome.failure : outcome;
  };
  const hint = 'The value must be a number. The tool returned nothing; did `run` forget to return?';

  test('suggests a missing return in `run`', async () => {
    const run = (() => undefined) as unknown as typeof add.run;
    const empty = (() => null) as unknown as typeof add.run;
    expect(await failureOf({ ...add, run })).toMatchObject({ developerMessage: hint });
    const late = (async () => undefined) as unknown as typeof add.run;
    expect(await failureOf({ ...add, run: late })).toMatchObject({ developerMessage: hint });
    expect(await failureOf({ ...add, run: empty })).toMatchObject({
      developerMessage: 'The value must be a number.',
    });
  });

  test('contains the maximum length', async () => {
    const { output: _any, ...rest } = add;
    const long = { ...rest, run: () => 'x'.repeat(100) };
    expect(await failureOf(long)).toMatchObject({ kind: 'value' });
    expect(await failureOf(long, { limits: { outputBytes: 50 } })).toMatchObject({
      message: 'The tool returned a value that is too large.',
      developerMessage: expect.stringMatching(
        /It may have at most 50 bytes \(limits\.outputBytes\); return less, or an artifact\.$/,
      ) as string,
    });
  });

  test('contains the maximum length of an error message', async () => {
    const words = { developerMessage: 'd'.repeat(20), additionalPromptContent: 'a'.repeat(20) };
    const run = () => {
      throw new ToolError('m'.repeat(20), { ...words, canRetry: true, retryAfterMs: 5 });
    };
    expect(await failureOf({ ...add, run }, { limits: { outputBytes: 60 } })).toMatchObject(words);
    expect(await failureOf({ ...add, run }, { limits: { outputBytes: 59 } })).toEqual({
      message: 'The tool failed with an error text that is too large.',
      developerMessage: 'An error may have at most 59 characters of text (limits.outputBytes). Shorten the message.',
      canRetry: true,
      retryAfterMs: 5,
    });
  });
});

describe('a tool that times out', () => {
  const late = defineTool({
    id: 'A.Late',
    version: '1.0.0',
    description: 'Never answers.',
    timeoutMs: 1,
    run: () => new Promise<never>(() => undefined),
  });

  test('is logged with the call and the tool', async () => {
    const logger = recordingLogger();
    const outcome = await createToolServer({ ...ready, tools: [late], logger }).call(callOf('A.Late'));
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(logger.records).toEqual([
      {
        level: 'warn',
        fields: { callId: 'call-1', toolId: 'A.Late@1.0.0', timeoutMs: 1 },
        message: 'Tool timed out',
      },
    ]);
  });

  test('is not logged twice if @toolwire/log records it', async () => {
    const logger = recordingLogger();
    const server = createToolServer({ ...ready, tools: [late], logger, use: [log({ logger })] });
    await server.call(callOf('A.Late'));
    expect(logger.records).toMatchObject([{ level: 'error', fields: { callId: 'call-1', reason: 'timeout' } }]);
  });
});

describe('a body that is too long', () => {
  const refused = (declared: number | undefined, problem: 'too_large' | 'not_json' = 'too_large') => {
    const headers = declared === undefined ? {} : { 'content-length': String(declared) };
    const body = () => ({ kind: 'unreadable', problem }) as const;
    return send(createToolServer(ready), { ...hostRequest('POST', '/tools/call', undefined, headers), body });
  };
  const ours = 'The body must be at most 1048576 bytes long';

  test.each([
    ['for this server, as was said', 2_000_000, ours],
    ['for this server, as was found', undefined, ours],
    ['for a parser in front', 150_000, "The body is longer than the app's own body parser allows"],
  ])('%s', async (_what, declared, message) => {
    expect(await refused(declared)).toMatchObject({ json: { developer_message: message } });
  });

  test('is reported as too long, not as invalid', async () => {
    expect(await refused(150_000, 'not_json')).toMatchObject({
      json: { developer_message: 'The body is not valid JSON' },
    });
  });
});

describe('custom middleware', () => {
  test('runs around every call, or around the run of a tool with valid input', async () => {
    const seen: string[] = [];
    const recordedCall =
      (name: string): Stage =>
      (call, next) => {
        seen.push(`${name} ${'validInput' in call}`);
        return next();
      };
    const server = createToolServer({ ...ready, use: [recordedCall('use')], around: [recordedCall('around')] });
    await server.call(callOf('Calculator.Add', { a: 1, b: 2 }));
    await server.call(callOf('Calculator.Add', {}));
    expect(seen).toEqual(['use false', 'around true', 'use false']);
  });

  test('that throws is logged, and the refusal reveals no details', async () => {
    const logger = recordingLogger();
    const server = createToolServer({
      ...ready,
      logger,
      use: [
        () => {
          throw new Error('oops');
        },
      ],
    });
    expect(await server.call(callOf('Calculator.Add'))).toMatchObject({ kind: 'refused', code: 'internal' });
    expect(logger.records).toMatchObject([{ level: 'error', fields: { error: { message: 'oops' } } }]);
  });
});
