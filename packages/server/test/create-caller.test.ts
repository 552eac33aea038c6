import { type Call, contextEntry, createContextKey, defineTool } from '@toolwire/core';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createCaller, createToolServer, type ToolServer } from '../src/index.ts';

const color = createContextKey('color', 'none');
const add = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  description: 'Adds two numbers.',
  input: z.object({ a: z.number().describe('One.'), b: z.number().describe('The other.') }),
  output: z.number(),
  run: ({ a, b }) => a + b,
});
const look = defineTool({
  id: 'Look.Around',
  version: '1.0.0',
  description: 'Says what it was given.',
  requirements: { authorization: [{ id: 'google' }], secrets: [{ id: 'KEY' }], userId: true },
  run: async (_input, { token, secret, userId, principal, callId, signal, get, ask }) => {
    const { name } = await ask({ name: { kind: 'form', message: 'Your name?', schema: {} } });
    const context = [token('google'), secret('KEY'), userId, principal?.id, callId, signal.aborted, get(color)];
    return [...context, name.content];
  },
});
const server = createToolServer({ tools: [add, look], wires: [] });

describe('a caller', () => {
  test('calls a tool by its definition or its ID', async () => {
    const call = createCaller(server);
    expect(await call(add, { a: 1, b: 2 })).toMatchObject({ kind: 'value', value: 3 });
    expect(await call('Calculator.Add', { a: 1, b: 2 })).toMatchObject({ kind: 'value', value: 3 });
    // @ts-expect-error: the input is typed by the definition
    expect(await call(add, { a: 'one' })).toMatchObject({ kind: 'invalid' });
    expect(await call('Calculator.Sub')).toMatchObject({ kind: 'refused', code: 'tool_not_found' });
  });

  test.each([[[add]], [undefined]])('of %j instead of a server is an error at startup', (other) => {
    expect(() => createCaller(other as unknown as ToolServer)).toThrow(
      /createCaller\(\) needs a tool server .*, got .*TW_NOT_A_TOOL_SERVER/,
    );
  });

  test('gets a date as a string', async () => {
    const birth = defineTool({
      id: 'Person.Birth',
      version: '1.0.0',
      description: 'Tells when somebody was born.',
      output: z.object({ at: z.date() }),
      run: () => ({ at: new Date('1815-12-10T00:00:00Z') }),
    });
    const born = await createCaller(createToolServer({ tools: [birth], wires: [] })).value(birth, {});
    expectTypeOf(born).toEqualTypeOf<{ at: string }>();
    expect(born).toEqual({ at: '1815-12-10T00:00:00.000Z' });
    // @ts-expect-error a string is not a Date
    defineTool({ ...birth, output: z.object({ at: z.date() }), run: () => ({ at: '1815-12-10T00:00:00Z' }) });
  });

  test('passes the settings of all calls or of one call', async () => {
    const call = createCaller(server, { secrets: { KEY: 'k' }, tokens: { google: 'g' }, principal: { id: 'ada' } });
    const settings = {
      callId: 'call-1',
      userId: 'u',
      values: [contextEntry(color, 'red')],
      signal: AbortSignal.abort(),
      ask: async () => ({ name: { action: 'accept', content: 'Ada' } }) as const,
    };
    expect(await call(look, {}, { ...settings, secrets: { KEY: 'other' } })).toMatchObject({
      value: ['g', 'other', 'u', 'ada', 'call-1', true, 'red', 'Ada'],
    });
    expect(await call(look, {})).toMatchObject({ code: 'missing_requirements', missing: { userId: true } });
  });

  test('ignores undefined settings', async () => {
    const call = createCaller(server, { secrets: { KEY: 'k' }, tokens: { google: 'g' }, userId: 'u' });
    const outcome = await call(
      look,
      {},
      { secrets: undefined, tokens: undefined, userId: undefined, callId: undefined },
    );
    // It has everything except a user to ask.
    expect(outcome).not.toMatchObject({ code: 'missing_requirements' });
  });

  test('throws for unknown settings', async () => {
    const call = createCaller(server);
    const wrong = { context: [contextEntry(color, 'red')] } as object;
    await expect(call(look, {}, wrong)).rejects.toThrow("Invalid option 'context' in a call. Did you mean 'values'?");
    expect(() => createCaller(server, wrong)).toThrow(
      "Invalid option 'context' in createCaller(). Did you mean 'values'?",
    );
  });

  test('gives each call its own ID', async () => {
    const seen = new Set<string>();
    const recordedCall = defineTool({
      ...add,
      input: z.object({}),
      run: (_input, { callId }) => seen.add(callId).size,
    });
    const call = createCaller(createToolServer({ tools: [recordedCall], wires: [] }));
    await call(recordedCall, {});
    expect(await call(recordedCall, {})).toMatchObject({ value: 2 });
  });

  test('gives a call with an empty ID a new one, as protocols do', async () => {
    const sent: Call[] = [];
    const recording = {
      call: (call: Call) => {
        sent.push(call);
        return server.call(call);
      },
    };
    await createCaller(recording)(add, { a: 1, b: 2 }, { callId: '' });
    expect(sent).toMatchObject([{ callerCallId: undefined }]);
    expect(sent[0]?.callId).toMatch(/^[\da-f-]{36}$/);
  });
});
