import { defineTool, type FailedOutcome, type Outcome } from '@toolwire/core';
import { createMemoryIdempotencyStore } from '@toolwire/idempotency';
import { idempotency } from '@toolwire/idempotency/stage';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { askPerson } from '../src/confirm/ask-person.ts';
import { createToolServer, silentLogger, type ToolServer, type ToolServerOptions } from '../src/index.ts';
import { callOf, recordingLogger } from './support.ts';

const keys = [{ id: 'test', key: 'a'.repeat(64) }] as const;

/** A server with a tool that deletes orders, and the IDs that it deleted. */
function shop(options: Partial<ToolServerOptions> = {}) {
  const deleted: string[] = [];
  const remove = defineTool({
    id: 'Orders.Delete',
    version: '1.0.0',
    description: 'Deletes an order.',
    input: z.object({ id: z.string().describe('The order.') }),
    output: z.string(),
    confirm: ({ id }) => (id === 'draft' ? undefined : `Delete order ${id}?`),
    run: ({ id }) => {
      deleted.push(id);
      return `deleted ${id}`;
    },
  });
  const server = createToolServer({ tools: [remove], wires: [], logger: silentLogger, ...options });
  return { server, deleted, remove };
}

function call(server: ToolServer, input: object, changes: Parameters<typeof callOf>[2] = {}): Promise<Outcome> {
  return server.call(callOf('Orders.Delete', input, { principal: { id: 'ada' }, ...changes }));
}

function expectUnconfirmed(outcome: Outcome): NonNullable<FailedOutcome['confirmation']> {
  const confirmation = outcome.kind === 'failed' ? outcome.confirmation : undefined;
  if (confirmation === undefined) throw new Error(`Got ${JSON.stringify(outcome)}`);
  return confirmation;
}

async function tokenFor(server: ToolServer, input: object, changes?: Parameters<typeof callOf>[2]): Promise<string> {
  return expectUnconfirmed(await call(server, input, changes)).token;
}

/** The objects at every level of a value. */
function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)];
}

describe('a call of a tool with `confirm`', () => {
  test('does not run, and its response has the question and a token', async () => {
    const { server, deleted } = shop();
    const outcome = await call(server, { id: '7' });
    const { code, question, token } = expectUnconfirmed(outcome);
    expect({ code, question }).toEqual({ code: 'confirmation_required', question: 'Delete order 7?' });
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: 'unconfirmed',
      failure: { message: 'This call must be confirmed first. The tool did not run. Delete order 7?' },
    });
    const { failure } = outcome as FailedOutcome;
    expect(failure.additionalPromptContent).toContain(`"confirmation_token": "${token}"`);
    expect(failure.canRetry).toBeUndefined();
    expect(deleted).toEqual([]);
  });

  test('runs with the token and the same input', async () => {
    const { server, deleted } = shop();
    const token = await tokenFor(server, { id: '7' });
    const outcome = await call(server, { confirmation_token: token, id: '7' });
    expect(outcome).toMatchObject({ kind: 'value', value: 'deleted 7' });
    expect(deleted).toEqual(['7']);
  });

  test('runs without a question if `confirm` returns undefined', async () => {
    const { server, deleted } = shop();
    await expect(call(server, { id: 'draft' })).resolves.toMatchObject({ kind: 'value' });
    expect(deleted).toEqual(['draft']);
  });

  test('must be confirmed although a model fills the parameter with an empty string or null', async () => {
    const { server } = shop();
    for (const empty of ['', null]) {
      const outcome = await call(server, { id: '7', confirmation_token: empty });
      expect(expectUnconfirmed(outcome).code).toBe('confirmation_required');
    }
  });

  test('is invalid before it is confirmed, if its input is invalid', async () => {
    const { server } = shop();
    await expect(call(server, { id: 7 })).resolves.toMatchObject({
      kind: 'invalid',
      parameterErrors: { id: expect.any(String) as unknown },
    });
  });
});

describe('a confirmation token', () => {
  test('works once', async () => {
    const { server, deleted } = shop();
    const confirmation_token = await tokenFor(server, { id: '7' });
    await call(server, { id: '7', confirmation_token });
    const second = expectUnconfirmed(await call(server, { id: '7', confirmation_token }));
    expect(second.code).toBe('confirmation_used');
    expect(second.token).not.toBe(confirmation_token);
    expect(deleted).toEqual(['7']);
  });

  test('runs one of two calls that use it at once', async () => {
    const { server, deleted } = shop();
    const confirmation_token = await tokenFor(server, { id: '7' });
    const outcomes = await Promise.all([1, 2].map(() => call(server, { id: '7', confirmation_token })));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['failed', 'value']));
    expect(deleted).toEqual(['7']);
  });

  test('is refused for other input, another caller, and text that the server did not issue', async () => {
    const { server, deleted } = shop();
    const confirmation_token = await tokenFor(server, { id: '7' });
    // Not at the end, whose last character may have unused bits.
    const changed = confirmation_token.replace(/.(?=.{9}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
    const codes = [
      await call(server, { id: '8', confirmation_token }),
      await call(server, { id: '7', confirmation_token }, { principal: { id: 'bob' } }),
      await call(server, { id: '7', confirmation_token: changed }),
      await call(server, { id: '7', confirmation_token: 42 }),
      await call(shop().server, { id: '7', confirmation_token }),
    ].map((outcome) => expectUnconfirmed(outcome).code);
    expect(codes).toEqual([
      'confirmation_other_input',
      'confirmation_other_caller',
      'confirmation_invalid',
      'confirmation_invalid',
      'confirmation_invalid',
    ]);
    expect(deleted).toEqual([]);
  });

  test('is refused for another version, and for another question', async () => {
    const { server, remove } = shop({ confirm: { keys, store: createMemoryIdempotencyStore() } });
    const confirmation_token = await tokenFor(server, { id: '7' });
    const other = (changes: object): ToolServer =>
      shop({ tools: [{ ...remove, ...changes }], confirm: { keys, store: createMemoryIdempotencyStore() } }).server;
    const version = await call(other({ version: '1.1.0' }), { id: '7', confirmation_token });
    expect(expectUnconfirmed(version).code).toBe('confirmation_other_tool');
    const question = await call(other({ confirm: 'Delete it and its 3 items?' }), { id: '7', confirmation_token });
    expect(expectUnconfirmed(question).code).toBe('confirmation_other_question');
  });

  test('accepts the members of the input in any order', async () => {
    const { server } = shop({
      tools: [
        defineTool({
          id: 'Orders.Delete',
          version: '1.0.0',
          description: 'Deletes orders.',
          input: z.object({ from: z.string().describe('From.'), to: z.string().describe('To.') }),
          confirm: 'Delete these orders?',
          run: () => null,
        }),
      ],
    });
    const confirmation_token = await tokenFor(server, { from: 'a', to: 'b' });
    await expect(call(server, { to: 'b', confirmation_token, from: 'a' })).resolves.toMatchObject({ kind: 'value' });
  });
});

describe('call IDs', () => {
  test('a retry with the same call ID and token gets the stored result', async () => {
    const { server, deleted } = shop({ around: [idempotency()] });
    const changes = { callId: 'c1', callerCallId: 'c1', isCallerKnown: true };
    const confirmation_token = await tokenFor(server, { id: '7' }, changes);
    const first = await call(server, { id: '7', confirmation_token }, changes);
    const again = await call(server, { id: '7', confirmation_token }, changes);
    expect(first).toMatchObject({ kind: 'value', value: 'deleted 7' });
    expect(again).toMatchObject({ kind: 'value', value: 'deleted 7', replayed: true });
    const other = await call(server, { id: '7', confirmation_token }, { ...changes, callId: 'c2', callerCallId: 'c2' });
    expect(expectUnconfirmed(other).code).toBe('confirmation_used');
    expect(deleted).toEqual(['7']);
  });

  test('a retry with the same call ID needs a new token, if no middleware stores results', async () => {
    const { server, deleted } = shop();
    const changes = { callId: 'c1', callerCallId: 'c1', isCallerKnown: true };
    const confirmation_token = await tokenFor(server, { id: '7' }, changes);
    await call(server, { id: '7', confirmation_token }, changes);
    const again = await call(server, { id: '7', confirmation_token }, changes);
    expect(expectUnconfirmed(again).code).toBe('confirmation_used');
    expect(deleted).toEqual(['7']);
  });
});

describe('a client that can ask its user', () => {
  const answer = (reply: object) => ({ ask: () => Promise.resolve({ 'toolwire:confirmation': reply }) }) as never;

  test('shows a form, and runs the call if the user confirms', async () => {
    const { server, deleted } = shop();
    const agreed = answer({ action: 'accept', content: { confirm: true } });
    await expect(call(server, { id: '7' }, agreed)).resolves.toMatchObject({ kind: 'value' });
    expect(deleted).toEqual(['7']);
  });

  test.each([
    { action: 'accept', content: { confirm: false } },
    { action: 'accept', content: {} },
    { action: 'accept' },
    { action: 'decline' },
    { action: 'cancel' },
  ])('does not run the call after %o', async (reply) => {
    const { server, deleted } = shop();
    const outcome = await call(server, { id: '7' }, answer(reply));
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'unconfirmed' });
    expect((outcome as FailedOutcome).confirmation).toBeUndefined();
    expect(deleted).toEqual([]);
  });

  test('gets the question also if the model sent an expired or used token', async () => {
    const { server, deleted } = shop();
    const agreed = answer({ action: 'accept', content: { confirm: true } });
    await call(server, { id: '7', confirmation_token: 'stale' }, agreed);
    expect(deleted).toEqual(['7']);
  });
});

describe('a call that waits for its user', () => {
  test('ends without a run when the server stops', async () => {
    const { server, deleted } = shop();
    let agree: (answers: never) => void = () => undefined;
    const ask = vi.fn(
      () =>
        new Promise<never>((resolve) => {
          agree = resolve;
        }),
    );
    const outcome = call(server, { id: '7' }, { ask });
    await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
    server.stop.interrupt();
    await expect(outcome).resolves.toMatchObject({
      kind: 'refused',
      code: 'unavailable',
      message: 'The server stopped before the call was confirmed, and the tool did not run.',
    });
    agree({ 'toolwire:confirmation': { action: 'accept', content: { confirm: true } } } as never);
    await server.stop.idle();
    expect(deleted).toEqual([]);
  });
});

describe('the question', () => {
  test('has the same time limit as other checks', async () => {
    const { remove } = shop();
    const confirm = (): Promise<string> => new Promise(() => undefined);
    const { server } = shop({ tools: [{ ...remove, confirm }], limits: { timeoutMs: 20 } });
    await expect(call(server, { id: '7' })).resolves.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('could not be checked within') as unknown,
    });
  });

  test('shows no secret of the call', async () => {
    const { server } = shop({
      tools: [
        defineTool({
          id: 'Orders.Delete',
          version: '1.0.0',
          description: 'Deletes orders.',
          requirements: { secrets: [{ id: 'KEY' }] },
          confirm: (_input, { secret }) => `Delete with ${secret('KEY')}?`,
          run: () => null,
        }),
      ],
    });
    const context = { authorization: [], secrets: [{ id: 'KEY', value: 'hunter2-hunter2' }] };
    const outcome = await call(server, {}, { context });
    expect(expectUnconfirmed(outcome).question).not.toContain('hunter2');
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
  });
});

describe('the definition', () => {
  test('publishes the parameter in each closed branch of a union', () => {
    const branch = (type: string) => ({
      type: 'object',
      properties: { type: { const: type } },
      required: ['type'],
      additionalProperties: false,
    });
    const input = { type: 'object', properties: {}, oneOf: [branch('one'), branch('all')] };
    const { remove } = shop();
    const { server } = shop({
      tools: [{ ...remove, input }],
      validator: { compile: () => () => ({ ok: true }) } as never,
    });
    const token: unknown = expect.objectContaining({ type: 'string' });
    expect(server.tools[0]?.inputSchema).toMatchObject({
      oneOf: [
        { properties: { type: { const: 'one' }, confirmation_token: token } },
        { properties: { type: { const: 'all' }, confirmation_token: token } },
      ],
    });
  });

  const one = z.strictObject({ type: z.literal('one').describe('One.'), id: z.string().describe('The order.') });
  const some = z.strictObject({ type: z.literal('some').describe('Some.'), tag: z.string().describe('The tag.') });
  const all = z.strictObject({ type: z.literal('all').describe('All.') });
  const counts = z.object({ type: z.literal('some').describe('Some.') }).catchall(z.number());

  test.each([
    ['a union in a union', z.union([z.union([one, some]), all])],
    [
      'a discriminated union in a discriminated union',
      z.discriminatedUnion('type', [z.discriminatedUnion('type', [one, some]), all]),
    ],
    ['a union of objects with a type for all other fields', z.union([one, counts, all])],
  ])('publishes the parameter in each object that could reject it: %s', (_name, input) => {
    const { remove } = shop();
    const { server } = shop({ tools: [{ ...remove, input }] });
    const branches = objectsIn(server.tools[0]?.inputSchema).filter(({ required }) => Array.isArray(required));
    expect(branches).toHaveLength(3);
    for (const branch of branches) expect(branch).toHaveProperty('properties.confirmation_token.type', 'string');
  });

  test('publishes the parameter, and the tool does not see it', async () => {
    const inputs: unknown[] = [];
    const { server } = shop({
      tools: [
        defineTool({
          id: 'Orders.Delete',
          version: '1.0.0',
          description: 'Deletes an order.',
          input: { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: false },
          confirm: 'Delete it?',
          run: (input) => void inputs.push(input),
        }),
      ],
      validator: { compile: () => () => ({ ok: true }) } as never,
    });
    expect(server.tools[0]?.inputSchema).toMatchObject({
      properties: { id: { type: 'string' }, confirmation_token: { type: 'string' } },
    });
    const confirmation_token = await tokenFor(server, { id: '7' });
    await call(server, { id: '7', confirmation_token });
    expect(inputs).toEqual([{ id: '7' }]);
  });

  test('throws for a parameter with the same name, and for a question that is not text', () => {
    const { remove } = shop();
    const input = z.object({ confirmation_token: z.string().describe('Mine.') });
    expect(() => shop({ tools: [{ ...remove, input }] })).toThrow(/Rename the parameter.*TW_TOOL_CONFIRM/s);
    const branches = z.union([input, z.object({ id: z.string().describe('The order.') })]);
    expect(() => shop({ tools: [{ ...remove, input: branches }] })).toThrow('TW_TOOL_CONFIRM');
    expect(() => shop({ tools: [{ ...remove, confirm: true as never }] })).toThrow('TW_TOOL_CONFIRM');
  });

  test('reports an error of `confirm` as an error of the tool', async () => {
    const logger = recordingLogger();
    const confirm = (): string => '';
    const { remove } = shop();
    const { server, deleted } = shop({ tools: [{ ...remove, confirm }], logger });
    await expect(call(server, { id: '7' })).resolves.toMatchObject({ kind: 'failed', reason: 'unexpected' });
    expect(logger.records.at(-1)?.message).toBe('A tool failed unexpectedly');
    expect(deleted).toEqual([]);
  });
});

describe('options', () => {
  test('keys need a store', () => {
    expect(() => shop({ confirm: { keys } })).toThrow('TW_CONFIRM_STORE');
  });

  test('a token must not outlive the store of used tokens', () => {
    const store = createMemoryIdempotencyStore({ ttlMs: 1000 });
    expect(() => shop({ confirm: { store, ttlMs: 2000 } })).toThrow(
      /at most the ttlMs of its store \(1000\), got 2000/,
    );
  });

  test('a token expires with a store that forgets earlier than in 5 minutes', async () => {
    const { server } = shop({ confirm: { keys, store: createMemoryIdempotencyStore({ ttlMs: 1000 }) } });
    const { expiresAt } = expectUnconfirmed(await call(server, { id: '7' }));
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + 1000);
  });

  test('a store without keys is logged', () => {
    const logger = recordingLogger();
    shop({ confirm: { store: createMemoryIdempotencyStore() }, logger });
    expect(logger.records.map(({ message }) => message)).toEqual([
      expect.stringContaining('Only this process accepts'),
    ]);
  });

  test('a store without keys is logged once, also if tools are replaced', () => {
    const logger = recordingLogger();
    const { server, remove } = shop({ tools: [], confirm: { store: createMemoryIdempotencyStore() }, logger });
    expect(logger.records).toEqual([]);
    server.replaceTools([remove]);
    server.replaceTools([remove]);
    expect(logger.records.map(({ message }) => message)).toEqual([
      expect.stringContaining('Only this process accepts'),
    ]);
  });

  test('the server is not healthy until the store is ready, if a tool needs it', async () => {
    const store = { ...createMemoryIdempotencyStore(), ready: () => Promise.reject(new Error('away')) };
    const { server } = shop({ confirm: { keys, store } });
    expect(await server.service.isHealthy()).toBe(false);
    expect(server.service.unhealthyReason()).toContain('store of confirmations');
    const empty = shop({ confirm: { keys, store }, tools: [] });
    expect(await empty.server.service.isHealthy()).toBe(true);
    empty.server.replaceTools([empty.remove]);
    expect(await empty.server.service.isHealthy()).toBe(false);
  });

  test('a call is not run while the store fails', async () => {
    const fail = (): never => {
      throw new Error('away');
    };
    const { server, deleted } = shop({
      confirm: { keys, store: { ...createMemoryIdempotencyStore(), leaseMs: 1000, claim: fail } },
    });
    const confirmation_token = await tokenFor(server, { id: '7' });
    const outcome = await call(server, { id: '7', confirmation_token });
    expect(outcome).toMatchObject({ kind: 'refused', code: 'unavailable' });
    expect(deleted).toEqual([]);
  });
});

test('a caller whose `ask` throws at once leaves no listener', async () => {
  const leave = vi.fn();
  const onEnd = vi.fn(() => leave);
  const ask = (): never => {
    throw new Error('away');
  };
  await expect(askPerson({ ask } as never, 'Delete order 7?', { onEnd }, vi.fn())).rejects.toThrow('away');
  expect(leave.mock.calls.length).toBe(onEnd.mock.calls.length);
});
