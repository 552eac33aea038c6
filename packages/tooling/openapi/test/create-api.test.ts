import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, type ApiCallContext, createApi } from '../src/http.ts';
import { type PetApi, startPetApi } from './pet-api.ts';

let pets: PetApi;
let api: Api;
beforeAll(async () => {
  pets = await startPetApi();
  const token = { kind: 'bearer', value: () => 'secret-token' } as const;
  api = createApi({ baseUrl: pets.url, credentials: { token } });
});
afterAll(() => pets.close());

const context = { signal: new AbortController().signal, idempotencyKey: 'one-call' } as ApiCallContext;

it.each([
  '@evil.example/x',
  '.evil.example/x',
  'echo/a',
  '/../admin',
  '/echo/%2E%2e/admin',
  '/echo/.%2e',
  String.raw`/echo\..\admin`,
  '/echo/.\t./admin',
  '/echo/./a',
])('refuses the path %j before any request', async (path) => {
  const before = pets.seen.length;
  await expect(api.call(context, 'GET', path, { auth: ['token'] })).rejects.toThrow(
    `The path '${path}' of a call must start with '/', and must not have the segments '.' and '..'. For a variable part, write it as in '/orders/{id}', and pass its value separately: path: { id }.`,
  );
  expect(pets.seen).toHaveLength(before);
});

it('refuses a reserved path value that leaves its path', async () => {
  const call = { path: { segment: 'a/../../pets' }, styles: { path: { segment: { allowReserved: true } } } };
  await expect(api.call(context, 'GET', '/echo/{segment}', call)).rejects.toThrow(
    "The parameter 'segment' must not be empty, '.' or '..'.",
  );
});

it.each([{}, { path: {} }, { path: { id: undefined } }, { path: { id: null } }])(
  'sends no request when a path value is missing: %j',
  async (call) => {
    const before = pets.seen.length;
    await expect(api.call(context, 'DELETE', '/pets/{id}', call)).rejects.toThrow(
      "The parameter 'id' must not be empty, '.' or '..'.",
    );
    expect(pets.seen).toHaveLength(before);
  },
);

it('adds its query to that of the path, and does not send a fragment', async () => {
  const call = { path: { segment: 'a' }, query: { limit: 5 } };
  for (const [path, url] of [
    ['/echo/{segment}?status=open#orders', '/echo/a?status=open&limit=5'],
    ['/echo/{segment}#Action=List', '/echo/a?limit=5'],
  ] as const) {
    expect(await api.call<{ readonly url: string }>(context, 'GET', path, call)).toMatchObject({ url });
  }
});

it('writes a name in each part of the request with the style of this part', async () => {
  const seen = await api.call<{ readonly url: string }>(context, 'GET', '/echo/{ids}', {
    path: { ids: ['a', 'b'] },
    query: { ids: ['a', 'b'] },
    styles: { path: { ids: { style: 'label', explode: true } }, query: { ids: { style: 'pipeDelimited' } } },
  });
  expect(seen.url).toBe('/echo/.a.b?ids=a%7Cb');
});

it('fails for a result above the limit, or returns it as an artifact', async () => {
  const limited = createApi({ baseUrl: pets.url, maxResultCharacters: 20 });
  const call = { query: { bytes: 100 } };
  await expect(limited.call(context, 'GET', '/large', call)).rejects.toThrow(
    'The result has 102 characters, and the limit is 20. Request less data, for example with a filter or a smaller page.',
  );
  expect(await limited.call(context, 'GET', '/large', { ...call, largeResults: 'artifact' })).toMatchObject({
    contentType: 'text/plain; charset=utf-8',
    body: 'x'.repeat(100),
  });
});
