import type { Fetch } from '@toolwire/internal';
import { describe, expect, it } from 'vitest';
import { limitedFetch } from '../src/provider/provider-request.ts';

const request = { method: 'GET', headers: {}, redirect: 'manual' } as const;

/** A response whose body never ends, and whose stream ignores that it is canceled. */
function endless(bytes: number): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(bytes)),
    cancel: () => new Promise<void>(() => undefined),
  });
  return new Response(body);
}

describe('a custom fetch that ignores its signal', () => {
  it.each<[string, Fetch]>([
    ['never responds', () => new Promise(() => undefined)],
    ['never ends its response', async () => endless(2)],
  ])('is abandoned after the timeout if it %s', async (_how, fetch) => {
    await expect(limitedFetch(fetch, 50)('https://notes.example.com', request)).rejects.toThrow('timeout');
  });

  it('is not waited for when its response is too long', async () => {
    const fetch: Fetch = async () => endless(1_048_577);
    await expect(limitedFetch(fetch, 60_000)('https://notes.example.com', request)).rejects.toThrow(
      'returned more than 1048576 bytes',
    );
  });
});

it('passes the status, the headers and the body of a response on', async () => {
  const fetch: Fetch = async () => new Response('{}', { status: 400, headers: { 'content-type': 'application/json' } });
  const response = await limitedFetch(fetch, 60_000)('https://notes.example.com', request);
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    400,
    'application/json',
    '{}',
  ]);
});
