import { describe, expect, test } from 'vitest';
import { readArcadeOutput } from '../src/web/arcade-output.ts';

const artifact = { url: 'https://example.com/a.csv', content_type: 'text/csv', size: 4 };
const authorization = { id: 'google' };
const prefix = "[TOOL_RUNTIME_FATAL] FatalToolError during execution of tool 't': ";

describe('An execute response of Arcade', () => {
  test.each([
    ['a value', { value: 8 }, { kind: 'value', value: 8 }],
    ['nulls of a worker', { value: 8, error: null, requires_authorization: null }, { kind: 'value', value: 8 }],
    ['no value', {}, { kind: 'value', value: null }],
    ['an artifact', { artifact }, { kind: 'artifact', artifact }],
    ['an artifact without a size', { artifact: { ...artifact, size: null } }, { kind: 'value', value: null }],
    ['a required sign-in', { requires_authorization: authorization }, { kind: 'authorization', authorization }],
    ['the earlier name of a sign-in (E54)', { authorization }, { kind: 'authorization', authorization }],
    [
      'an error before all else (E55)',
      { value: 8, artifact, authorization, error: { message: 'Busy', can_retry: true } },
      { kind: 'failed', failure: { message: 'Busy', canRetry: true } },
    ],
    ['an error that is a text', { error: 'Busy' }, { kind: 'failed', failure: { message: 'Busy' } }],
    ['the prefix of a worker', { error: `${prefix}Busy` }, { kind: 'failed', failure: { message: 'Busy' } }],
    ['only the prefix', { error: prefix }, { kind: 'failed', failure: { message: prefix } }],
    [
      'fields of the wrong type',
      { error: { message: '', can_retry: 'yes', retry_after_ms: -1, additional_prompt_content: 7 } },
      { kind: 'failed', failure: {} },
    ],
  ])('with %s', (_name, output, expected) => {
    expect(readArcadeOutput({ success: true, output })).toEqual(expected);
  });

  test.each([
    ['an empty string of a tool that returns nothing (E57)', '', null, null],
    ['a text of a tool that returns nothing', 'done', null, 'done'],
    ['an empty string of a tool that returns text', '', { type: 'string' }, ''],
    ['a list in an object', { result: [1] }, { type: 'array' }, [1]],
    ['a list in an object, or null', { result: [1] }, { type: ['array', 'null'] }, [1]],
    ['an object that is declared', { result: [1] }, { type: 'object' }, { result: [1] }],
    ['an object, or null, that is declared', { result: [1] }, { type: ['object', 'null'] }, { result: [1] }],
    ['an object with more fields', { result: [1], next: 2 }, { type: 'array' }, { result: [1], next: 2 }],
  ])('with the declared output: %s', (_name, value, outputSchema, expected) => {
    expect(readArcadeOutput({ success: true, output: { value } }, outputSchema)).toEqual({
      kind: 'value',
      value: expected,
    });
  });

  test.each([
    ['no field of a response', { foo: 1 }],
    ['no field at all', {}],
    ['only logs, and no success', { output: { logs: [] } }],
    ['an output without a known field', { success: true, output: { foo: 1 } }],
    ['an output that is not an object', { success: true, output: 'done' }],
  ])('is unreadable with %s', (_name, response) => {
    expect(readArcadeOutput(response)).toEqual({ kind: 'unreadable' });
  });

  test.each([{ success: true }, { success: true, output: null }, { success: true, output: { logs: [] } }])(
    'without an output is null if it succeeded: %j',
    (response) => {
      expect(readArcadeOutput(response)).toEqual({ kind: 'value', value: null });
    },
  );

  test('is a failure without fields, if it did not succeed and has no error', () => {
    expect(readArcadeOutput({ success: false })).toEqual({ kind: 'failed', failure: {} });
  });
});
