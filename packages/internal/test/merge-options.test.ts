import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Filled, mergeOptions } from '../src/index.ts';

interface Options {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}

describe('options merged over other options', () => {
  it('replace the options that they name, except undefined values', () => {
    const given: Options = { host: undefined, port: 1 };
    expect(mergeOptions({ host: 'a', port: 2 }, given)).toEqual({ host: 'a', port: 1 });
    expect(mergeOptions(given, { port: undefined })).toEqual({ host: undefined, port: 1 });
    expect(Object.keys(mergeOptions({ host: 'a' }, { prot: undefined }))).toContain('prot');
  });

  it('are complete if every default is filled in', () => {
    expectTypeOf<Filled<Options>>().toEqualTypeOf<{ readonly host: string; readonly port: number }>();
  });
});
