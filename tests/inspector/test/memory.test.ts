import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BundledProgram, bundleProgram } from '../src/bundle-program.ts';

describe('What the server holds of the inspector', () => {
  let program: BundledProgram;

  beforeAll(async () => {
    program = await bundleProgram('program');
  });

  afterAll(() => program.remove());

  const run = (environment: Readonly<Record<string, string>>): Promise<unknown> =>
    program.run({ PART: program.inspectorFile, ...environment });

  test('is nothing where nobody has asked for one', async () => {
    expect(await run({})).toEqual({ status: 404, before: false, after: false });
    expect(await run({ INSPECTOR: 'false' })).toEqual({ status: 404, before: false, after: false });
  });

  test('is nothing in production', async () => {
    const environment = { INSPECTOR: 'true', NODE_ENV: 'production' };
    expect(await run(environment)).toEqual({ status: 404, before: false, after: false });
  });

  test('is nothing before somebody opens the page, and then all of it', async () => {
    expect(await run({ INSPECTOR: 'true' })).toEqual({ status: 200, before: false, after: true });
  });
});
