import type { Outcome, ToolInfo } from '@toolwire/core';
import { describe, expect, test } from 'vitest';
import { type OtcOptions, otc } from '../src/index.ts';
import { accept, bodyOf } from './requests.ts';

async function answerTo(
  outcome: Outcome,
  options?: OtcOptions,
  request: object = { request: { tool_id: 'A.B', call_id: 'c' } },
) {
  const exchange = await accept(otc(options), '/tools/call', request);
  if (exchange.op !== 'call') throw new Error('The request was refused');
  const response = exchange.reply(outcome);
  return { ...response, json: bodyOf(response) };
}

describe('the response to a call', () => {
  test('OTC-CALL-05 has the members of the spec, in the order of its examples', async () => {
    const { status, body } = await answerTo({ kind: 'value', value: 15, durationMs: 2 });
    expect(status).toBe(200);
    expect(body).toBe('{"$schema":"otc://1.0","result":{"call_id":"c","duration":2,"success":true,"value":15}}');
  });

  test('contains the value without the content blocks next to it', async () => {
    const content = [{ type: 'text', text: 'The sum is 15.' }] as const;
    const { body } = await answerTo({ kind: 'value', value: 15, content });
    expect(body).toBe('{"$schema":"otc://1.0","result":{"call_id":"c","success":true,"value":15}}');
  });

  test('E02, E03 is flat when the request was', async () => {
    const { json } = await answerTo({ kind: 'value', value: 15 }, {}, { tool_id: 'A.B', call_id: 'c' });
    expect(json).toEqual({ call_id: 'c', success: true, value: 15 });
  });

  test('E32 contains null, or omits it if configured', async () => {
    expect((await answerTo({ kind: 'value', value: null })).json).toMatchObject({ result: { value: null } });
    expect((await answerTo({ kind: 'value', value: null }, { omitNullValue: true })).json['result']).not.toHaveProperty(
      'value',
    );
  });

  test('OTC-CALL-12 is a 200 for a failed tool, with only the hints of its author', async () => {
    const { status, json } = await answerTo({ kind: 'failed', failure: { message: 'No', developerMessage: 'why' } });
    expect(status).toBe(200);
    expect(json).toEqual({
      $schema: 'otc://1.0',
      result: { call_id: 'c', success: false, error: { message: 'No', developer_message: 'why' } },
    });
  });

  test('marks a replayed result with a header', async () => {
    const value = { kind: 'value', value: 15 } as const;
    const [first, again] = [await answerTo(value), await answerTo({ ...value, replayed: true })];
    expect(again.body).toBe(first.body);
    expect(again.headers).toStrictEqual({ ...first.headers, 'idempotency-replayed': 'true' });
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
  });

  test('has a Retry-After in whole seconds for HTTP clients', async () => {
    const { headers } = await answerTo({
      kind: 'failed',
      failure: { message: 'No', canRetry: true, retryAfterMs: 1200 },
    });
    expect(headers).toMatchObject({ 'retry-after': '2' });
  });

  test('OTC-CALL-11 is a 422 with the problem of each parameter', async () => {
    const parameterErrors = Object.assign(Object.create(null) as Record<string, string>, { b: 'Must be a number' });
    const { status, json } = await answerTo({
      kind: 'invalid',
      message: 'Some input parameters are invalid',
      parameterErrors,
    });
    expect(status).toBe(422);
    expect(json).toEqual({
      $schema: 'otc://1.0',
      message: 'Some input parameters are invalid',
      parameter_errors: { b: 'Must be a number' },
    });
  });

  test('OTC-CALL-07 is a 400 for every refusal, and another status only if configured (E25)', async () => {
    const refusal = { kind: 'refused', code: 'body_too_large', message: 'Too much' } as const;
    expect((await answerTo(refusal)).status).toBe(400);
    expect((await answerTo(refusal, { httpStatuses: 'rich' })).status).toBe(413);
    expect((await answerTo({ ...refusal, code: 'tool_not_found' }, { httpStatuses: 'rich' })).status).toBe(400);
  });

  test('E24 asks for a retry when the server is not available', async () => {
    const { status, headers } = await answerTo({
      kind: 'refused',
      code: 'unavailable',
      message: 'Later',
      retryAfterMs: 1000,
    });
    expect(status).toBe(400);
    expect(headers).toMatchObject({ 'retry-after': '1', 'x-should-retry': 'true' });
  });

  test('has a header if the tool may have run, and asks for the same call ID if that returns its state', async () => {
    const refusal = { kind: 'refused', code: 'unavailable', message: 'Later', mayHaveRun: true } as const;
    const keyed = await answerTo({ ...refusal, retryAfterMs: 1000 });
    expect(keyed.headers).toMatchObject({ 'call-may-have-run': 'true', 'x-should-retry': 'true', 'retry-after': '1' });
    const unkeyed = await answerTo(refusal);
    expect(unkeyed.headers).toMatchObject({ 'call-may-have-run': 'true', 'x-should-retry': 'false' });
    expect((await answerTo({ ...refusal, mayHaveRun: false })).headers).not.toHaveProperty('call-may-have-run');
  });

  test('announces the end of a deprecated version', async () => {
    const tool = { deprecation: { sunset: '2027-01-01', successor: 'A.B@2.0.0' } } as ToolInfo;
    const { headers } = await answerTo({ kind: 'value', value: 1, tool });
    expect(headers).toMatchObject({
      deprecation: expect.stringMatching(/^@\d+$/) as string,
      sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
      link: '<../tools#A.B@2.0.0>; rel="successor-version"',
    });
  });

  test('OXP-CH-01 offers the page on which the user can authorize a provider', async () => {
    const missing = {
      authorization: [
        { id: 'google', url: 'https://a.example/go', checkUrl: 'https://a.example/done' },
        { id: 'github' },
      ],
    };
    const { status, json } = await answerTo({ kind: 'refused', code: 'missing_requirements', message: 'No', missing });
    expect(status).toBe(400);
    expect(json['missing_requirements']).toEqual({
      authorization: [
        { id: 'google', url: 'https://a.example/go', check_url: 'https://a.example/done' },
        { id: 'github' },
      ],
    });
  });

  test('rejects an unknown choice of statuses', () => {
    expect(() => otc({ httpStatuses: 'full' as never })).toThrow(
      "httpStatuses of otc() must be 'text' or 'rich', got 'full'.",
    );
  });

  test('reports a sign-in that a tool requests as a missing requirement', async () => {
    const url = 'https://a.example/go';
    const authorization = { id: 'google', scopes: ['mail'] };
    const requests = { go: { kind: 'url', message: 'Sign in', url, authorization } } as const;
    expect(await answerTo({ kind: 'input_required', requests })).toMatchObject({
      status: 400,
      json: {
        message: "The tool needs authorization for 'google'",
        missing_requirements: { authorization: [{ id: 'google', url, oauth2: { scopes: ['mail'] } }] },
      },
    });
  });

  test('describes other input requests of a tool, because this protocol does not support them', async () => {
    const requests = {
      name: { kind: 'form', message: 'What is your name?', schema: {} },
      page: { kind: 'url', message: 'Accept the terms', url: 'https://a.example/terms' },
      model: { kind: 'sampling', params: {} },
      folders: { kind: 'roots' },
    } as const;
    const { status, json } = await answerTo({ kind: 'input_required', requests });
    expect(status).toBe(200);
    expect(json['result']).toEqual({
      call_id: 'c',
      success: false,
      error: {
        message:
          'The tool needs more than its parameters: What is your name?; Accept the terms (https://a.example/terms); ' +
          "a model completion, which this protocol can't request; the caller's folders, which this protocol can't request",
      },
    });
  });

  test('asks to repeat the same call for work that still runs', async () => {
    const task = { id: 't', pollAfterMs: 249.5, message: 'half (1 of 2)' };
    const { json, headers } = await answerTo({ kind: 'deferred', task });
    expect(json).toMatchObject({
      result: {
        success: false,
        error: { message: 'The tool is still running: half (1 of 2)', can_retry: true, retry_after_ms: 250 },
      },
    });
    expect(headers).toMatchObject({ 'call-running': 'true' });
    const ended = await answerTo({ kind: 'value', value: 1 });
    expect(ended.headers).not.toHaveProperty('call-running');
  });
});
