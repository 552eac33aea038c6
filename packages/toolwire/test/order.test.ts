import { type Call, noContextValues, type Stage } from '@toolwire/core';
import { describe, expect, it } from 'vitest';
import { defineTool, ToolError, type ToolwireOptions, toolwire } from '../src/index.ts';

const pass: Stage<Call> = (_call, next) => next();

/** Every order in which a call may be checked. */
const orders: readonly (readonly [string, NonNullable<ToolwireOptions['order']>])[] = [
  ['the standard order', ['resolve', 'validate', 'requirements']],
  ['requirements before the input', ['resolve', 'requirements', 'validate']],
  ['a check of the app first', ['resolve', pass, 'validate', 'requirements']],
  ['a check of the app in the middle', ['resolve', 'requirements', pass, 'validate']],
  ['a check of the app last', ['resolve', 'validate', 'requirements', pass]],
];

function serve(order: NonNullable<ToolwireOptions['order']>, options: Partial<ToolwireOptions> = {}) {
  const records: { readonly fields: object; readonly message: string }[] = [];
  const note = (fields: object, message: string): void => void records.push({ fields, message });
  const runs: AbortSignal[] = [];
  const waiting = defineTool({
    id: 'Jobs.Wait',
    version: '1.0.0',
    description: 'Waits until it is stopped.',
    run: (_input, { signal }) => {
      runs.push(signal);
      return new Promise(() => undefined);
    },
  });
  const counting = defineTool({
    id: 'Jobs.Count',
    version: '1.0.0',
    description: 'Counts its runs.',
    run: () => runs.push(new AbortController().signal),
  });
  const throwing = defineTool({
    id: 'Jobs.Throw',
    version: '1.0.0',
    description: 'Throws by surprise.',
    run: () => {
      throw new Error('the password is swordfish');
    },
  });
  const server = toolwire({
    tools: [waiting, counting, throwing],
    order,
    logger: { debug: note, info: note, warn: note, error: note },
    ...options,
  });
  const call = (toolId: string, fields: Partial<Call> = {}) => server.service.call(callOf(toolId, fields));
  return { server, call, runs, records };
}

function callOf(toolId: string, fields: Partial<Call>): Call {
  return {
    wire: 'test',
    toolId,
    callId: 'call-1',
    traceId: undefined,
    input: {},
    context: { authorization: [], secrets: [] },
    principal: { id: 'ada' },
    isCallerKnown: true,
    lifetime: new AbortController(),
    values: noContextValues,
    ...fields,
  };
}

describe.each(orders)('with %s', (_name, order) => {
  it('OTC-REQ-03: a repeated call with one ID runs once', async () => {
    const { call, runs } = serve(order);
    const keyed = { callerCallId: 'call-1' };
    expect(await call('Jobs.Count', keyed)).toMatchObject({ kind: 'value', value: 1 });
    expect(await call('Jobs.Count', keyed)).toMatchObject({ kind: 'value', value: 1 });
    expect(runs).toHaveLength(1);
  });

  it('the ID of an anonymous caller stores nothing', async () => {
    const { call, runs } = serve(order);
    const unknown = { callerCallId: 'call-1', isCallerKnown: false };
    await call('Jobs.Count', unknown);
    await call('Jobs.Count', unknown);
    expect(runs).toHaveLength(2);
  });

  it('middleware around every call, and around every run, is called', async () => {
    const passed: string[] = [];
    const noting =
      (name: string): Stage<Call> =>
      (_call, next) => {
        passed.push(name);
        return next();
      };
    const { call } = serve(order, { use: [noting('use')], around: [noting('around')] });
    await call('Jobs.Count');
    expect(passed).toEqual(['use', 'around']);
  });

  it('middleware that throws is logged with the ID of the call, and its caller gets no details', async () => {
    const thrown: unknown[] = [];
    const { call, records } = serve(order, {
      around: [
        () => {
          throw new Error('oops');
        },
      ],
      onError: (error) => thrown.push(error),
    });
    expect(await call('Jobs.Count')).toMatchObject({
      kind: 'refused',
      code: 'internal',
      message: 'The server could not process the call.',
    });
    expect(records).toMatchObject([
      { fields: { callId: 'call-1' }, message: 'Middleware threw an exception (middleware must return an outcome)' },
    ]);
    expect(thrown).toMatchObject([{ message: 'oops' }]);
  });

  it('a server that shuts down ends the running calls', async () => {
    const { server, call, runs } = serve(order);
    const answering = call('Jobs.Wait');
    await expect.poll(() => runs.length).toBe(1);
    server.stop.interrupt();
    expect(await answering).toMatchObject({ kind: 'failed', reason: 'interrupted' });
    expect(runs[0]?.aborted).toBe(true);
  });

  it('a canceled call ends', async () => {
    const { server, call, runs } = serve(order, { idempotency: false });
    const keyed = { callerCallId: 'call-1' };
    const answering = call('Jobs.Wait', keyed);
    await expect.poll(() => runs.length).toBe(1);
    await server.service.cancel(callOf('Jobs.Wait', keyed));
    expect(await answering).toMatchObject({ kind: 'failed', reason: 'interrupted' });
  });

  it('a tool that does not respond in time is timed out and aborted', async () => {
    const { call, runs } = serve(order, { limits: { timeoutMs: 20 } });
    expect(await call('Jobs.Wait')).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(runs[0]?.aborted).toBe(true);
  });

  it('the limit of running calls applies', async () => {
    const { server, call, runs } = serve(order, { limits: { runningCalls: 1 } });
    const running = call('Jobs.Wait');
    await expect.poll(() => runs.length).toBe(1);
    expect(await call('Jobs.Count')).toMatchObject({ kind: 'refused', code: 'overloaded' });
    server.stop.interrupt();
    await running;
  });

  it('an unexpected error of a tool stays in the log', async () => {
    const { call, records } = serve(order);
    const outcome = await call('Jobs.Throw');
    expect(outcome).toMatchObject({ kind: 'failed' });
    expect(JSON.stringify(outcome)).not.toContain('swordfish');
    expect(records).toMatchObject([{ fields: { callId: 'call-1', error: { message: 'the password is swordfish' } } }]);
  });

  it('an invalid output is not sent', async () => {
    const misfit = defineTool({
      id: 'Jobs.Misfit',
      version: '1.0.0',
      description: 'Returns something else than it says.',
      output: { type: 'string' },
      run: () => 7 as never,
    });
    const { call } = serve(order, { tools: [misfit] });
    expect(await call('Jobs.Misfit')).toMatchObject({ kind: 'failed', reason: 'bad_output' });
  });

  it('an invalid input does not reach its tool', async () => {
    const runs: unknown[] = [];
    const doubling = defineTool({
      id: 'Jobs.Double',
      version: '1.0.0',
      description: 'Doubles a number.',
      input: { type: 'object', properties: { n: { type: 'number', description: 'The number.' } }, required: ['n'] },
      run: (input) => runs.push(input),
    });
    const { call } = serve(order, { tools: [doubling] });
    expect(await call('Jobs.Double', { input: { n: 'two' } })).toMatchObject({ kind: 'invalid' });
    expect(await call('Jobs.Double', { input: { n: 2 } })).toMatchObject({ kind: 'value' });
    expect(runs).toEqual([{ n: 2 }]);
  });

  it('a tool runs only for a caller with its scopes', async () => {
    const guarded = defineTool({
      id: 'Jobs.Guarded',
      version: '1.0.0',
      description: 'Runs for those who may run jobs.',
      scopes: ['jobs:run'],
      run: () => 'ran',
    });
    const { call } = serve(order, { tools: [guarded] });
    expect(await call('Jobs.Guarded')).toMatchObject({ kind: 'refused', code: 'insufficient_scope' });
    const granted = { principal: { id: 'ada', scopes: ['jobs:run'] } };
    expect(await call('Jobs.Guarded', granted)).toMatchObject({ kind: 'value', value: 'ran' });
  });

  it('a tool that is hidden from its caller is not found', async () => {
    const { call, runs } = serve(order, { visible: (_tool, principal) => principal?.id === 'eve' });
    expect(await call('Jobs.Count')).toMatchObject({ kind: 'refused', code: 'tool_not_found' });
    expect(runs).toEqual([]);
  });

  it('a tool with missing requirements does not run', async () => {
    const needy = defineTool({
      id: 'Jobs.Needy',
      version: '1.0.0',
      description: 'Needs to know for whom it runs.',
      requirements: { userId: true },
      run: () => {
        throw new ToolError('It has run.');
      },
    });
    const { call } = serve(order, { tools: [needy] });
    expect(await call('Jobs.Needy')).toMatchObject({ kind: 'refused', code: 'missing_requirements' });
  });
});
