import { describe, expect, test } from 'vitest';
import { otc } from '../src/index.ts';
import { accept, bodyOf, requestOf } from './requests.ts';

const tool_id = 'Calculator.Add@1.0.0';

const tooLong = 'x'.repeat(257);

describe('a call request', () => {
  test('OTC-REQ-01 is wrapped in "request", and its parts arrive unchanged', async () => {
    const exchange = await accept(otc(), '/tools/call', {
      $schema: 'otc://1.0',
      request: { tool_id, call_id: 'a', trace_id: 't', input: { a: 1 }, context: { user_id: 'u' } },
    });
    expect(exchange).toMatchObject({
      op: 'call',
      call: { toolId: tool_id, callId: 'a', traceId: 't', input: { a: 1 }, context: { userId: 'u' } },
    });
  });

  test('E02 may be flat, and the wrapper has precedence', async () => {
    expect(await accept(otc(), '/tools/call', { tool_id })).toMatchObject({ call: { toolId: tool_id } });
    expect(await accept(otc(), '/tools/call', { tool_id: 'Other.Tool', request: { tool_id } })).toMatchObject({
      call: { toolId: tool_id },
    });
  });

  test('E05, E06 accepts "inputs" for "input", and no parameters', async () => {
    const inputOf = async (request: object): Promise<unknown> => {
      const exchange = await accept(otc(), '/tools/call', { request: { tool_id, ...request } });
      return exchange.op === 'call'
        ? exchange.call.input
        : bodyOf((exchange as { response: object }).response)['developer_message'];
    };
    expect(await inputOf({ inputs: { a: 1 } })).toEqual({ a: 1 });
    expect(await inputOf({ input: { a: 1 }, inputs: { a: 1 } })).toEqual({ a: 1 });
    expect(await inputOf({ input: { a: 1 }, inputs: { a: 2 } })).toContain('differ');
    expect(await inputOf({ input: { a: 1, b: [{ c: 1, d: 2 }] }, inputs: { b: [{ d: 2, c: 1 }], a: 1 } })).toEqual({
      a: 1,
      b: [{ c: 1, d: 2 }],
    });
    for (const [one, other] of [
      [{ a: null }, { a: Number('1e999') }],
      [{ a: [] }, { a: {} }],
      [{ a: [1, 2] }, { a: [2, 1] }],
      [{ a: 1 }, { a: 1, b: undefined }],
      [{ a: {} }, { toString: {} }],
      [{ a: 1 }, { a: '1' }],
    ]) {
      expect(await inputOf({ input: one, inputs: other })).toContain('differ');
    }
    expect(await inputOf({ input: null })).toEqual({});
    expect(await inputOf({})).toEqual({});
  });

  test.each([
    ['no object', []],
    ['no request', {}],
    ['a request of null', { request: null }],
    ['a request that is a list', { request: [] }],
    ['no tool id', { request: {} }],
    ['a tool id that is no text', { request: { tool_id: 1 } }],
    ['a call id that is no text', { request: { tool_id, call_id: 7 } }],
    ['a call id of 257 characters', { request: { tool_id, call_id: tooLong } }],
    ['a trace id that is no text', { request: { tool_id, trace_id: {} } }],
    ['a context that is no object', { request: { tool_id, context: [] } }],
    ['tokens that are no list', { request: { tool_id, context: { authorization: {} } } }],
    ['a token that is no text', { request: { tool_id, context: { authorization: [{ id: 'a', token: 1 }] } } }],
    [
      'two different secrets under one id',
      {
        request: {
          tool_id,
          context: {
            secrets: [
              { id: 'a', value: '1' },
              { id: 'a', value: '2' },
            ],
          },
        },
      },
    ],
    ['a user id that is no text', { request: { tool_id, context: { user_id: 1 } } }],
    ['a user id of 257 characters', { request: { tool_id, context: { user_id: tooLong } } }],
    [
      'a token of a provider of 257 characters',
      { request: { tool_id, context: { authorization: [{ id: tooLong, token: 't' }] } } },
    ],
    [
      'a secret of 257 characters of name',
      { request: { tool_id, context: { secrets: [{ id: tooLong, value: 'v' }] } } },
    ],
  ])('OTC-CALL-07 gets 400 for %s', async (_what, body) => {
    const exchange = await accept(otc(), '/tools/call', body);
    expect(exchange).toMatchObject({ op: 'answer', response: { status: 400 } });
  });

  test('accepts IDs of 256 characters', async () => {
    const id = tooLong.slice(1);
    const context = { user_id: id, authorization: [{ id, token: 't' }], secrets: [{ id, value: 'v' }] };
    const exchange = await accept(otc(), '/tools/call', { request: { tool_id, call_id: id, context } });
    expect(exchange).toMatchObject({ call: { callId: id, context: { userId: id } } });
  });

  test('E71 accepts a repeated equal token', async () => {
    const twice = [
      { id: 'a', token: 't' },
      { id: 'a', token: 't' },
    ];
    const exchange = await accept(otc(), '/tools/call', { request: { tool_id, context: { authorization: twice } } });
    expect(exchange).toMatchObject({ call: { context: { authorization: [{ id: 'a', token: 't' }] } } });
  });

  test.each([undefined, null, ''])('OTC-RESP-01 gets a generated ID if it contains %j', async (call_id) => {
    const ids = await Promise.all(
      [1, 2].map(async () => {
        const exchange = await accept(otc(), '/tools/call', { request: { tool_id, call_id } });
        return exchange.op === 'call' ? exchange.call.callId : undefined;
      }),
    );
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is refused without a quote of an unreadable body', async () => {
    const route = otc().routes.find(({ path }) => path === '/tools/call');
    const exchange = await route?.accept(
      requestOf({ ok: false, problem: 'not_json', detail: 'The body is not valid JSON' }),
    );
    expect(exchange).toMatchObject({ op: 'answer', response: { status: 400 } });
  });
});
