import { describe, expect, expectTypeOf, it } from 'vitest';
import { contextEntry, contextValues, createContextKey, noContextValues } from '../src/index.ts';

interface User {
  readonly name: string;
}

const userKey = createContextKey<User | undefined>('user', undefined);
const regionKey = createContextKey('region', 'eu');

describe('context keys', () => {
  it('pass a typed value from the adapter to the tool', () => {
    const ada: User = { name: 'Ada' };
    const values = contextValues([contextEntry(userKey, ada), contextEntry(regionKey, 'us')]);

    expect(values.get(userKey)).toBe(ada);
    expect(values.get(regionKey)).toBe('us');
    expectTypeOf(values.get(userKey)).toEqualTypeOf<User | undefined>();
    expectTypeOf(values.get(regionKey)).toEqualTypeOf<string>();
    // @ts-expect-error a region is a string
    contextEntry(regionKey, 42);
  });

  it('have their default if no adapter has set a value, but not if it has set undefined', () => {
    const values = contextValues([contextEntry(createContextKey<User | undefined>('other', undefined), undefined)]);
    const withDefault = createContextKey<string | undefined>('flag', 'on');

    expect(values.get(regionKey)).toBe('eu');
    expect(noContextValues.get(regionKey)).toBe('eu');
    expect(contextValues([contextEntry(withDefault, undefined)]).get(withDefault)).toBeUndefined();
  });

  it('are distinguished by identity, not by name, and the last value of one key applies', () => {
    const sameName = createContextKey('region', 'none');
    const values = contextValues([contextEntry(regionKey, 'us'), contextEntry(regionKey, 'ap')]);

    expect(values.get(sameName)).toBe('none');
    expect(values.get(regionKey)).toBe('ap');
  });
});
