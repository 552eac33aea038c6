import { type Call, defineTool, noContextValues, type Outcome } from '@toolwire/core';
import { idempotency } from '@toolwire/idempotency/stage';
import { concurrency } from '@toolwire/limits/stage';
import { createToolServer, silentLogger, type ToolServerOptions } from '@toolwire/server';
import { describe, expect, it } from 'vitest';

/** A server with a tool that obeys its signal, and reports when it runs and when it was aborted. */
function serverWith(options: Partial<ToolServerOptions> = {}): {
  readonly call: (fields?: Partial<Call>) => Promise<Outcome>;
  readonly cancel: (fields?: Partial<Call>) => Promise<unknown>;
  readonly running: () => number;
  readonly stopped: () => readonly string[];
} {
  let running = 0;
  const stopped: string[] = [];
  const long = defineTool({
    id: 'Jobs.Long',
    version: '1.0.0',
    description: 'Runs until it is stopped.',
    requirements: { authorization: [{ id: 'google' }] },
    run: (_input, { signal, callId }) =>
      new Promise<never>((_resolve, reject) => {
        running += 1;
        signal.addEventListener('abort', () => {
          running -= 1;
          stopped.push(callId);
          reject(signal.reason as Error);
        });
      }),
  });
  const { service } = createToolServer({ tools: [long], wires: [], logger: silentLogger, ...options });
  return {
    call: async (fields) => service.call(callOf(fields)),
    cancel: (fields) => service.cancel(callOf(fields)),
    running: () => running,
    stopped: () => stopped,
  };
}

const tokenOf = (token: string): Call['context'] => ({ authorization: [{ id: 'google', token }], secrets: [] });

function callOf(fields: Partial<Call> = {}): Call {
  return {
    wire: 'test',
    toolId: 'Jobs.Long',
    callId: fields.callerCallId ?? 'call-1',
    callerCallId: 'call-1',
    traceId: undefined,
    input: {},
    context: tokenOf('ada'),
    principal: { id: 'ada' },
    isCallerKnown: true,
    lifetime: new AbortController(),
    values: noContextValues,
    ...fields,
  };
}

const stages: readonly (readonly [string, () => Partial<ToolServerOptions>])[] = [
  ['kept', () => ({ around: [idempotency()] })],
  ['not kept', () => ({})],
];

describe.each(stages)('a call that is canceled and %s', (_how, options) => {
  it('ends: its tool is aborted, and each waiting caller gets a response', async () => {
    const { call, cancel, running, stopped } = serverWith(options());
    const [first, second] = [call(), call()];
    await expect.poll(running).toBeGreaterThan(0);
    await cancel();
    // At once: only in other processes it takes until their next look.
    expect(running()).toBe(0);
    for (const one of [first, second]) {
      expect(await one).toMatchObject({
        kind: 'failed',
        reason: 'interrupted',
        failure: { message: 'The call was canceled. The tool may have had an effect.' },
      });
    }
    expect(running()).toBe(0);
    expect(stopped()[0]).toBe('call-1');
  });

  it('ends even if its caller has left', async () => {
    const { call, cancel, running } = serverWith(options());
    const caller = new AbortController();
    const left = call({ lifetime: caller });
    await expect.poll(running).toBe(1);
    caller.abort();
    await cancel();
    expect(running()).toBe(0);
    await left;
  });

  it.each<[string, Partial<Call>]>([
    ['another caller', { principal: { id: 'bob' } }],
    ['no caller', { principal: undefined }],
    ['a caller of whom nothing is known', { isCallerKnown: false }],
    ['a caller of the same name elsewhere', { principal: { id: 'ada', issuer: 'elsewhere' } }],
    ['a caller of the same name by another key', { principal: { id: 'ada', via: { id: 'key' } } }],
    ['another user', { context: { ...tokenOf('ada'), userId: 'bob' } }],
    ['another token', { context: tokenOf('bob') }],
    ['no token', { context: { authorization: [], secrets: [] } }],
    ['another id', { callerCallId: 'call-2' }],
    ['no id', { callerCallId: undefined }],
    ['a tool that is not there', { toolId: 'Jobs.Short' }],
  ])('continues, without information about it, when it is canceled by %s', async (_who, fields) => {
    const { call, cancel, running } = serverWith(options());
    const first = call();
    await expect.poll(running).toBe(1);
    expect(await cancel(fields)).toBeUndefined();
    expect(running()).toBe(1);
    await cancel();
    await first;
  });

  it('releases its slot', async () => {
    const around = [...(options().around ?? []), concurrency({ server: 1, queue: 0 })];
    const { call, cancel, running } = serverWith({ around });
    const first = call();
    await expect.poll(running).toBe(1);
    expect(await call({ callerCallId: 'call-2' })).toMatchObject({ kind: 'refused', code: 'overloaded' });
    await cancel();
    expect(running()).toBe(0);
    await first;
    const next = call({ callerCallId: 'call-3' });
    await expect.poll(running).toBe(1);
    await cancel({ callerCallId: 'call-3' });
    expect(await next).toMatchObject({ kind: 'failed' });
  });
});

describe('a call that is canceled', () => {
  it('before its token was found ends without a run, also when the server finds the token later', async () => {
    const found: ((token: string) => void)[] = [];
    const requirements = { token: () => new Promise<string>((resolve) => found.push(resolve)) };
    const { call, cancel, running } = serverWith({ requirements });
    const bare: Partial<Call> = { context: { authorization: [], secrets: [] } };
    const first = call(bare);
    await expect.poll(() => found.length).toBe(1);
    found[0]?.('of ada');
    await expect.poll(running).toBe(1);
    const canceling = cancel(bare);
    await expect.poll(() => found.length).toBe(2);
    found[1]?.('of ada');
    await canceling;
    expect(await first).toMatchObject({ reason: 'interrupted' });
  });

  it('during the validation of its input does not run', async () => {
    const { z } = await import('zod');
    let check: (fits: boolean) => void = () => undefined;
    const tool = defineTool({
      id: 'Jobs.Checked',
      version: '1.0.0',
      description: 'Is checked for long.',
      input: z.object({}).refine(() => new Promise<boolean>((resolve) => (check = resolve))),
      run: () => expect.unreachable('it ran'),
    });
    const { service } = createToolServer({ tools: [tool], wires: [], logger: silentLogger });
    const call = callOf({ toolId: 'Jobs.Checked' });
    const first = service.call(call);
    await service.cancel(call);
    expect(await first).toMatchObject({
      kind: 'refused',
      message: 'The call was canceled, and the tool did not run.',
    });
    check(true);
  });
});
