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
  test('a success is known by its value', async () => {
    expect(await ending({ a: 6, b: 2 })).toSucceedWith({ quotient: 3 });
    expect(await ending({ a: 6, b: 2 })).toSucceedWith({ quotient: expect.any(Number) as unknown });
    expect(await ending({ a: 6, b: 2 })).toSucceedWith();
    expect(await ending({ a: 6, b: 2 })).not.toSucceedWith({ quotient: 4 });
    expect(await ending({ a: 6, b: 0 })).not.toSucceedWith();
    const sixth = await ending({ a: 6, b: 1 });
    expect(() => expect(sixth).toSucceedWith({ quotient: 4 })).toThrow(
      `There was to be the value {"quotient":4}, but the call ended as 'value' with {"quotient":6}.`,
    );
    expect(() => expect(sixth).not.toSucceedWith()).toThrow('Nothing was to be a value, but');
  });

  test('a failure is known by its message', async () => {
    const failed = await ending({ a: 6, b: 0 });
    expect(failed).toFailWith();
    expect(failed).toFailWith('divided by 0');
    expect(failed).toFailWith(/^Nothing/g);
    expect(failed).toFailWith(/^Nothing/g);
    expect(failed).not.toFailWith('divided by 1');
    expect(failed).not.toBeInvalid();
    expect(() => expect(failed).toSucceedWith(3)).toThrow(
      /^There was to be the value 3, but the call ended as 'failed' with .*Nothing is divided by 0/,
    );
  });

  test('an input that does not fit is known by its parameters', async () => {
    const invalid = await ending({ a: 6, b: 'two' });
    expect(invalid).toBeInvalid();
    expect(invalid).toBeInvalid({ b: /number/ });
    expect(invalid).not.toBeInvalid({ a: /number/ });
    expect(invalid).not.toFailWith();
    expect(() => expect(invalid).toBeInvalid({ a: /number/ })).toThrow(
      /^There was to be problems \{"a":"\/number\/"\} of the input, but the call ended as 'invalid' with \{"b":/,
    );
  });
});

test('a refusal is known by its code', async () => {
  const refused = await call('Calculator.Add', {});
  expect(refused).toBeRefused();
  expect(refused).toBeRefused('tool_not_found');
  expect(refused).not.toBeRefused('unauthenticated');
  expect(() => expect(refused).toBeRefused('unauthenticated')).toThrow("but the call ended as 'refused' with");
});

test('what a model reads is held to a text, and what it must not read too', async () => {
  const read = await model.call('Calculator_Divide', { a: 6, b: 0 });
  expect(read).toTellModel('Take another b.');
  expect(read).toTellModel(/again with other arguments/);
  expect(read).not.toTellModel('Seen in May');
  expect(() => expect(read).toTellModel('Seen in May')).toThrow(
    'There was to be a text with "Seen in May", but the model read',
  );
  expect(await model.call('Calculator_Add', {})).toTellModel('There is no such tool');
});

test('what is no end of a call is told from one', async () => {
  expect(() => expect({ quotient: 3 }).toSucceedWith()).toThrow('does not say how a call ended');
  expect(() => expect(call('Calculator.Divide', { a: 1, b: 1 })).toSucceedWith()).toThrow('Give the awaited result');
  expect(() => expect({ kind: 'value' }).toTellModel('any')).toThrow('is for what a scripted model has read');
  expect(await model.call('Calculator_Add', {})).not.toSucceedWith();
});
