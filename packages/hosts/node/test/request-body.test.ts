import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { HostRequest, UniversalHandler } from '@toolwire/core/wire';
import { describe, expect, test } from 'vitest';
import { bodyProblemOf, refuseBody } from '../src/internal.ts';

const failing = async (run: () => Promise<unknown>): Promise<unknown> => run().catch((error: unknown) => error);

describe('an error of a body parser', () => {
  test.each([
    ['entity.parse.failed', 'not_json'],
    ['entity.verify.failed', 'not_json'],
    ['entity.too.large', 'too_large'],
    ['encoding.unsupported', 'media_type'],
    ['charset.unsupported', 'media_type'],
    ['request.aborted', 'interrupted'],
    ['request.size.invalid', 'interrupted'],
  ])('is recognized by its type: %s', (type, problem) => {
    expect(bodyProblemOf(Object.assign(new Error('with its own message'), { type }))).toBe(problem);
  });

  test('is recognized by the error code of zlib', async () => {
    const bytes = Buffer.from('this is not packed');
    for (const unpack of [gunzip, brotliDecompress]) {
      expect(bodyProblemOf(await failing(() => promisify<Buffer, Buffer>(unpack)(bytes)))).toBe('media_type');
    }
  });

  test('is recognized by the fields of Koa parsers', () => {
    const parse = Object.assign(new SyntaxError('invalid JSON'), { status: 400, body: '{' });
    const unpack = Object.assign(new Error('Unsupported Content-Encoding: x'), { status: 415 });
    expect([bodyProblemOf(parse), bodyProblemOf(unpack)]).toEqual(['not_json', 'media_type']);
  });

  test.each([
    new SyntaxError('of the application'),
    Object.assign(new Error('Bad Request'), { status: 400 }),
    Object.assign(new Error('Unsupported Media Type'), { status: 415 }),
    Object.assign(new Error('gone'), { code: 'ECONNRESET' }),
    Object.assign(new Error('no body'), { type: 'toString' }),
    'a text',
    undefined,
    null,
  ])('is not mistaken for another error: %s', (error) => {
    expect(bodyProblemOf(error)).toBeUndefined();
  });
});

describe('a body that a parser has rejected', () => {
  const request = new IncomingMessage(new Socket());
  const refused = { problem: 'not_json', request, response: new ServerResponse(request), url: '/tools?x' } as const;
  const answering =
    (status: number, seen: HostRequest[] = []): UniversalHandler =>
    (hostRequest) => {
      seen.push(hostRequest);
      return { status, headers: {} };
    };

  test('reaches the server as unreadable', async () => {
    const seen: HostRequest[] = [];
    expect(await refuseBody({ handle: answering(400, seen) }, refused)).toEqual({ status: 400, headers: {} });
    expect(seen[0]).toMatchObject({ path: '/tools', query: 'x' });
    expect(seen[0]?.body(10)).toEqual({ kind: 'unreadable', problem: 'not_json' });
  });

  test('gets only a refusal, because the sign-in after the parser has not run', async () => {
    expect(await refuseBody({ handle: answering(200) }, refused)).toBeUndefined();
    expect(await refuseBody({ handle: answering(204) }, refused)).toBeUndefined();
    expect(await refuseBody({ handle: () => undefined }, refused)).toBeUndefined();
  });
});
