import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Filled, mergeOptions } from '../src/index.ts';

interface Options {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}

describe('options over others', () => {
  it('hide those that they name, and not those that are undefined', () => {
    const given: Options = { host: undefined, port: 1 };
    expect(mergeOptions({ host: 'a', port: 2 }, given)).toEqual({ host: 'a', port: 1 });
    expect(mergeOptions(given, { port: undefined })).toEqual({ host: undefined, port: 1 });
  });

  it('are whole where every default is filled in', () => {
    expectTypeOf<Filled<Options>>().toEqualTypeOf<{ readonly host: string; readonly port: number }>();
  });
});
