import type { Exchange, HttpResponse, ToolService } from '@toolwire/core/wire';
import { describe, expect, test } from 'vitest';
import { type OtcOptions, otc } from '../src/index.ts';
import { accept, bodyOf } from './requests.ts';

function refusalOf(exchange: Exchange): HttpResponse | undefined {
  return exchange.op === 'answer' ? exchange.response : undefined;
}

async function statusFor($schema: unknown, options?: OtcOptions, headers?: Record<string, string>): Promise<number> {
  const exchange = await accept(otc(options), '/tools/call', { $schema, request: { tool_id: 'A.B' } }, headers);
  if (exchange.op === 'answer') return exchange.response.status;
  return exchange.op === 'call' ? exchange.reply({ kind: 'value', value: 1 }).status : 0;
}

describe('the version of the spec', () => {
  test.each([
    undefined,
    null,
    'otc://1.0',
    'OTC://1.0',
    'urn:oxp:1.0',
    'https://github.com/OpenToolCalling/Specification/tree/main/spec/http/1.0/openapi.json',
    'https://github.com/OpenExecProtocol/Specification/blob/main/spec/http/1.0/openapi.json',
    'https://github.com/ArcadeAI/OpenToolCalling/tree/main/specification/http/1.0/openapi.json',
    'https://raw.githubusercontent.com/OpenToolCalling/Specification/main/spec/http/1.0/openapi.json',
  ])('OTC-SCHV-04, OTC-SCHV-05 may be %j', async ($schema) => {
    expect(await statusFor($schema)).toBe(200);
  });

  test.each([
    'otc://2.0',
    'otc://1.1',
    'otc://1',
    'otc://01.0',
    'otc:1.0',
    'otc://1.0.0',
    'https://example.com',
    '',
    '1.0',
    42,
    [],
  ])('OTC-SCHV-06, OTC-SCHV-03 gets 400 if it is %j', async ($schema) => {
    expect(await statusFor($schema)).toBe(400);
  });

  test('E08 is echoed in the format of the caller, and is our own by default', async () => {
    const schemaFor = async ($schema: unknown): Promise<unknown> => {
      const exchange = await accept(otc(), '/tools/call', { $schema, request: { tool_id: 'A.B' } });
      return exchange.op === 'call' ? bodyOf(exchange.reply({ kind: 'value', value: 1 }))['$schema'] : undefined;
    };
    expect(await schemaFor('urn:oxp:1.0')).toBe('urn:oxp:1.0');
    expect(await schemaFor(undefined)).toBe('otc://1.0');
  });

  test.each(['otc://1.1', 'otc://2.0', 'otc://01.0'])('E10 is refused if it is %s', async (schema) => {
    expect(await statusFor(schema)).toBe(400);
  });

  test('E10 may be a newer minor version if configured', async () => {
    expect(await statusFor('otc://1.1', { acceptNewerMinor: true })).toBe(200);
    expect(await statusFor('otc://2.0', { acceptNewerMinor: true })).toBe(400);
  });

  test('E12 is read from a header only when the body has no version', async () => {
    expect(await statusFor(undefined, {}, { 'oxp-version': '1.0' })).toBe(200);
    expect(await statusFor(undefined, {}, { 'oxp-version': '2.0' })).toBe(400);
    expect(await statusFor('otc://1.0', {}, { 'oxp-version': '2.0' })).toBe(200);
  });

  test('E12, E69 is written in a header only if the request has that header', async () => {
    const versionOf = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
      const exchange = await accept(otc(), '/tools/call', { request: { tool_id: 'A.B' } }, headers);
      if (exchange.op === 'call') return exchange.reply({ kind: 'value', value: 1 }).headers['oxp-version'];
      return exchange.op === 'answer' ? exchange.response.headers['oxp-version'] : undefined;
    };
    expect(await versionOf({ 'oxp-version': '1' })).toBe('1.0');
    expect(await versionOf({ 'oxp-version': '2.0' })).toBe('1.0');
    expect(await versionOf({ 'otc-version': '1.0' })).toBeUndefined();
    expect(await versionOf({})).toBeUndefined();
  });

  test.each(['1.0', '2.0'])('E12, E69 is written in the listing for a request with version %s', async (version) => {
    const exchange = await accept(otc(), '/tools', undefined, { 'oxp-version': version });
    const response = exchange.op === 'list' ? exchange.reply({ tools: [] }) : refusalOf(exchange);
    expect([response?.status, response?.headers['oxp-version']]).toEqual([version === '1.0' ? 200 : 400, '1.0']);
  });

  test.each(['1.0', '2.0'])('E12, E69 is written for a cancellation with version %s', async (version) => {
    const body = { request: { tool_id: 'A.B', call_id: 'one' } };
    const exchange = await accept(otc(), '/tools/cancel', body, { 'oxp-version': version });
    const service = { cancel: () => undefined } as unknown as ToolService;
    const response = exchange.op === 'serve' ? await exchange.serve(service) : refusalOf(exchange);
    expect([response?.status, response?.headers['oxp-version']]).toEqual([version === '1.0' ? 202 : 400, '1.0']);
  });
});
