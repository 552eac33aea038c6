import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BundledProgram, bundleProgram } from '../src/bundle-program.ts';

describe('Memory of the inspector in the server', () => {
  let program: BundledProgram;

  beforeAll(async () => {
    program = await bundleProgram('program');
  });

  afterAll(() => program.remove());

  const run = (environment: Readonly<Record<string, string>>): Promise<unknown> =>
    program.run({ PART: program.inspectorFile, ...environment });

  test('is zero without the inspector', async () => {
    expect(await run({})).toEqual({ status: 404, before: false, after: false });
    expect(await run({ INSPECTOR: 'false' })).toEqual({ status: 404, before: false, after: false });
  });

  test('is zero in production', async () => {
    const environment = { INSPECTOR: 'true', NODE_ENV: 'production' };
    expect(await run(environment)).toEqual({ status: 404, before: false, after: false });
  });

  test('is zero before the page is opened', async () => {
    expect(await run({ INSPECTOR: 'true' })).toEqual({ status: 200, before: false, after: true });
  });
});
