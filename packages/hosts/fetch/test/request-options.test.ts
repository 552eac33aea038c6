import { createToolServer, silentLogger } from '@toolwire/server';
import { expect, it } from 'vitest';
import { createFetchHandler } from '../src/index.ts';

it('an unknown option of a request is rejected, with the nearest name', async () => {
  const handle = createFetchHandler(createToolServer({ tools: [], wires: [], logger: silentLogger }));
  const request = new Request('http://localhost/tools');
  const wrong: object = { pricipal: { id: 'ada' } };
  await expect(handle(request, wrong)).rejects.toThrow(
    "Invalid option 'pricipal' in options of a request. Did you mean 'principal'?",
  );
  await expect(handle(request, { principal: undefined })).resolves.toBeUndefined();
});
