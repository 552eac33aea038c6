import { defineTool } from '@toolwire/core';
import { RetryableToolError } from '@toolwire/errors';
import { createScriptedModel, type ToolMatchers, toolMatchers } from '@toolwire/models/testing';
import { createCaller, createToolServer, silentLogger } from '@toolwire/server';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- as its users write it, and vitest merges it
  interface Matchers<T> extends ToolMatchers<T> {}
}

expect.extend(toolMatchers);

const divide = defineTool({
  id: 'Calculator.Divide',
  version: '1.0.0',
  description: 'Divides.',
  input: z.object({ a: z.number(), b: z.number() }),
  output: z.object({ quotient: z.number() }),
  run({ a, b }) {
    if (b !== 0) return { quotient: a / b };
    throw new RetryableToolError('Nothing is divided by 0.', {
      developerMessage: 'Seen in May.',
      additionalPromptContent: 'Take another b.',
    });
  },
});
const server = createToolServer({ tools: [divide], wires: [], logger: silentLogger });
const call = createCaller(server);
const model = createScriptedModel(server.tools, call);

describe.each([
  ['an outcome of a caller', (input: object, id = 'Calculator.Divide') => call(id, input)],
  ['what a scripted model has read', (input: object) => model.call('Calculator_Divide', input)],
])('of %s', (_what, ending) => {
  test('toSucceedWith matches a value', async () => {
    expect(await ending({ a: 6, b: 2 })).toSucceedWith({ quotient: 3 });
    expect(await ending({ a: 6, b: 2 })).toSucceedWith({ quotient: expect.any(Number) as unknown });
    expect(await ending({ a: 6, b: 2 })).toSucceedWith();
    expect(await ending({ a: 6, b: 2 })).not.toSucceedWith({ quotient: 4 });
    expect(await ending({ a: 6, b: 0 })).not.toSucceedWith();
    const sixth = await ending({ a: 6, b: 1 });
    expect(() => expect(sixth).toSucceedWith({ quotient: 4 })).toThrow(
      `Expected the value {"quotient":4}, but the call ended as 'value' with {"quotient":6}.`,
    );
    expect(() => expect(sixth).not.toSucceedWith()).toThrow('Expected not a value, but');
  });

  test('toFailWith matches a message', async () => {
    const failed = await ending({ a: 6, b: 0 });
    expect(failed).toFailWith();
    expect(failed).toFailWith('divided by 0');
    expect(failed).toFailWith(/^Nothing/g);
    expect(failed).toFailWith(/^Nothing/g);
    expect(failed).not.toFailWith('divided by 1');
    expect(failed).not.toBeInvalid();
    expect(() => expect(failed).toSucceedWith(3)).toThrow(
      /^Expected the value 3, but the call ended as 'failed' with .*Nothing is divided by 0/,
    );
  });

  test('toBeInvalid matches the messages of parameters', async () => {
    const invalid = await ending({ a: 6, b: 'two' });
    expect(invalid).toBeInvalid();
    expect(invalid).toBeInvalid({ b: /number/ });
    expect(invalid).not.toBeInvalid({ a: /number/ });
    expect(invalid).not.toFailWith();
    expect(() => expect(invalid).toBeInvalid({ a: /number/ })).toThrow(
      /^Expected an invalid input with the messages \{"a":"\/number\/"\}, but the call ended as 'invalid' with \{"b":/,
    );
  });
});

test('toSucceedWith shows the value null', () => {
  expect({ kind: 'value', value: null }).toSucceedWith(null);
  expect(() => expect({ kind: 'value', value: null }).toSucceedWith(1)).toThrow(
    "Expected the value 1, but the call ended as 'value' with null.",
  );
});

test('toSucceedWith shows a value that JSON does not have', () => {
  const circular: { self?: unknown } = {};
  circular.self = circular;
  expect(() => expect({ kind: 'value', value: 10 }).toSucceedWith(10n)).toThrow('Expected the value "10n", but');
  expect(() => expect({ kind: 'value', value: 10 }).toSucceedWith(circular)).toThrow('Expected the value [object');
});

test('toBeRefused matches a code', async () => {
  const refused = await call('Calculator.Add', {});
  expect(refused).toBeRefused();
  expect(refused).toBeRefused('tool_not_found');
  expect(refused).not.toBeRefused('unauthenticated');
  expect(() => expect(refused).toBeRefused('unauthenticated')).toThrow("but the call ended as 'refused' with");
});

test('toShowModel matches the model input, and does not match other text', async () => {
  const read = await model.call('Calculator_Divide', { a: 6, b: 0 });
  expect(read).toShowModel('Take another b.');
  expect(read).toShowModel(/again with changed arguments/);
  expect(read).not.toShowModel('Seen in May');
  expect(() => expect(read).toShowModel('Seen in May')).toThrow(
    'Expected a text with "Seen in May", but the model read',
  );
  expect(await model.call('Calculator_Add', {})).toShowModel('There is no tool with this name');
});

test('a value that is not a result is rejected', async () => {
  expect(() => expect({ quotient: 3 }).toSucceedWith()).toThrow('is not the result of a call');
  expect(() => expect(call('Calculator.Divide', { a: 1, b: 1 })).toSucceedWith()).toThrow('Pass the awaited result');
  expect(() => expect({ kind: 'value' }).toShowModel('any')).toThrow('needs an answer of a scripted model');
  expect(await model.call('Calculator_Add', {})).not.toSucceedWith();
});
