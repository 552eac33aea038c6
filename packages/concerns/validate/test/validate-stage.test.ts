import {
  type Call,
  type CallHandler,
  type InvalidOutcome,
  noContextValues,
  type Outcome,
  pipeline,
  type Tool,
} from '@toolwire/core';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { compileInput, compileOutput } from '../src/index.ts';
import { validate } from '../src/validate-stage.ts';

const input = compileInput(z.object({ a: z.number(), b: z.number().default(2) }));
const output = compileOutput(z.number());
const add: Tool = {
  id: 'Calculator.Add',
  version: '1.0.0',
  name: 'Calculator_Add',
  description: 'Adds two numbers.',
  inputSchema: input.jsonSchema,
  outputSchema: output.jsonSchema,
  checkInput: input.check,
  checkOutput: output.check,
  run: () => 0,
};

const callWith = (value: unknown): Call => ({
  wire: 'test',
  toolId: add.id,
  callId: '1',
  traceId: undefined,
  input: value,
  context: { authorization: [], secrets: [] },
  lifetime: { signal: new AbortController().signal },
  values: noContextValues,
});

const run = vi.fn((value: unknown): Outcome => ({ kind: 'value', value: JSON.stringify(value) }));
const handlerFor = (tool: Tool): CallHandler =>
  pipeline()
    .use<{ readonly tool: Tool }>((_, next) => next({ tool }))
    .use(validate())
    .handle((call) => run(call.validInput));

describe('the validate middleware', () => {
  it('OTC-CALL-10: passes on the input as the schema returns it', async () => {
    expect(await handlerFor(add)(callWith({ a: 1 }))).toEqual({ kind: 'value', value: '{"a":1,"b":2}' });
  });

  it('OTC-CALL-10, OTC-CALL-11: rejects an invalid input without running the tool (MCP-CALL-01)', async () => {
    run.mockClear();
    const outcome = (await handlerFor(add)(callWith({ a: 1, b: 'infinity' }))) as InvalidOutcome;
    expect(outcome).toEqual({
      kind: 'invalid',
      message: 'Some input parameters are invalid',
      parameterErrors: { b: 'Must be a number, got the string "infinity"' },
      tool: add,
    });
    expect(Object.getPrototypeOf(outcome.parameterErrors)).toBeNull();
    expect(run).not.toHaveBeenCalled();
  });

  it('awaits an async schema', async () => {
    const later = compileInput(z.object({ a: z.number().refine((a) => Promise.resolve(a > 0), 'Too small') }));
    const handle = handlerFor({ ...add, checkInput: later.check });
    expect(await handle(callWith({ a: 1 }))).toEqual({ kind: 'value', value: '{"a":1}' });
    expect(await handle(callWith({ a: 0 }))).toMatchObject({ kind: 'invalid', parameterErrors: { a: 'Too small' } });
  });

  it("doesn't compile before a tool is resolved", () => {
    // @ts-expect-error validate() needs a call that has its tool.
    expect(() => pipeline().use(validate())).not.toThrow();
  });
});
