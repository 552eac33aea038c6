import { describe, expect, it } from 'vitest';
import { describeIssues, idOfPath, inputOfProcedure, isStandardSchema, outputOfProcedure } from '../src/index.ts';

interface Standard {
  readonly '~standard': { readonly vendor: string; readonly validate?: (value: unknown) => unknown };
}

const schema = {
  kind: 'of a library',
  safeParseAsync: () => undefined,
  '~standard': { version: 1, vendor: 'library', validate: () => ({ value: 'transformed' }) },
};

describe('the schemas of a procedure', () => {
  it('don’t validate an input, so that its checks run once', () => {
    const input: Standard & typeof schema = inputOfProcedure(schema);
    expect(input['~standard']).toMatchObject({ vendor: 'library', validate: undefined });
    expect(input.kind).toBe('of a library');
  });

  it('accept an output as it is', () => {
    const output = outputOfProcedure<Standard & typeof schema>(schema);
    expect(output['~standard'].validate?.('raw')).toEqual({ value: 'raw' });
    expect(output.safeParseAsync).toBeUndefined();
    expect(schema['~standard'].validate()).toEqual({ value: 'transformed' });
  });

  it.each([
    [schema, true],
    [Object.assign(() => undefined, schema), true],
    [() => undefined, false],
    [{ parse: () => undefined }, false],
    [undefined, false],
    [null, false],
  ])('are Standard Schemas or not: %s', (value, expected) => {
    expect(isStandardSchema(value)).toBe(expected);
  });
});

it('lists the issues of a validation', () => {
  const issues = [
    { message: 'Too long', path: ['tags', 0] },
    { message: 'Wrong', path: [{ key: 'a' }] },
    { message: 'Bad' },
    7,
  ];
  expect(describeIssues(issues)).toBe('tags.0: Too long\na: Wrong\nBad');
  expect(describeIssues([])).toBeUndefined();
  expect(describeIssues('text')).toBeUndefined();
});

it.each([
  [['orders', 'find'], undefined, 'Orders.Find'],
  [['shop', 'orders', 'find-one'], undefined, 'ShopOrders.FindOne'],
  [['find'], undefined, undefined],
  [['find'], 'Shop', 'Shop.Find'],
  [['orders', 'find'], 'Shop', 'Shop.OrdersFind'],
])('the path %j with the toolkit %s has the ID %s', (path, toolkit, id) => {
  expect(idOfPath(path, toolkit)).toBe(id);
});
