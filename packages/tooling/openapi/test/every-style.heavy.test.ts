import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StyleApi, startStyleApi, styleOperations } from './style-api.ts';

let api: StyleApi;
beforeAll(async () => {
  api = await startStyleApi();
});
afterAll(() => api.close());

it.each(styleOperations)('sends $id 20 times as openapi-fetch', async (operation) => {
  await fc.assert(
    fc.asyncProperty(operation.values, async (value) => {
      expect(await api.viaTool(operation, value)).toEqual(await api.viaClient(operation, value));
    }),
    { numRuns: 20 },
  );
});
