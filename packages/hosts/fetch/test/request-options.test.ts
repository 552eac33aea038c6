import { createToolServer, silentLogger } from '@toolwire/server';
import { expect, it } from 'vitest';
import { createFetchHandler } from '../src/index.ts';

it('an option of a request that nobody would read is refused, and the nearest is named', async () => {
  const handle = createFetchHandler(createToolServer({ tools: [], wires: [], logger: silentLogger }));
  const request = new Request('http://localhost/tools');
  const wrong: object = { pricipal: { id: 'ada' } };
  await expect(handle(request, wrong)).rejects.toThrow("does not know 'pricipal'. Did you mean 'principal'?");
  await expect(handle(request, { principal: undefined })).resolves.toBeUndefined();
});
