import { expect, it } from 'vitest';
import { deserializeError, serializeError, toLogData } from '../src/serialized-error.ts';

it('keeps the fields next to an error that is its own cause', () => {
  const error = new Error('Broken');
  error.cause = error;
  expect(toLogData({ error, orderId: 7 })).toEqual({
    error: { name: 'Error', message: 'Broken', stack: error.stack, cause: '[circular]' },
    orderId: 7,
  });
});

it('keeps the errors inside an AggregateError, in a log and in a copy', () => {
  const error = new AggregateError([new RangeError('first'), 'second'], 'All attempts failed.');
  const errors = [expect.objectContaining({ name: 'RangeError', message: 'first' }), 'second'];
  expect(toLogData(error)).toMatchObject({ message: 'All attempts failed.', errors });
  const copy = deserializeError(structuredClone(serializeError(error)));
  expect(Reflect.get(copy, 'errors')).toEqual(errors);
  expect(Object.keys(copy)).toEqual([]);
});

it('copies an error with a bigint field and a stack of call sites', () => {
  const error = Object.assign(new Error('Broken'), { rows: 10n, stack: [() => 'main'] });
  const copy = deserializeError(structuredClone(serializeError(error)));
  expect(copy).toMatchObject({ message: 'Broken', rows: 10n });
  expect(copy.stack).toBeTypeOf('string');
});
