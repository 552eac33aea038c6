import {
  type Call,
  type Lifetime,
  type Outcome,
  pipeline,
  type RefusedOutcome,
  type Stage,
  type Tool,
  type ToolInfo,
} from '@toolwire/core';
import { describe, expect, it, vi } from 'vitest';
import { all } from '../src/contract/case-support.ts';
import { createMemoryIdempotencyStore, type IdempotencyStore } from '../src/index.ts';
import { idempotency } from '../src/stage.ts';
import { calmTool, done, keptLifetime, keyedCall, type ToolCall } from './calls.ts';
import { deferred, storeWith } from './support.ts';

const never = (): never => expect.unreachable('it ran');

/** A tool that returns these outcomes one after another. */
function tool(...outcomes: Outcome[]): { readonly next: () => Outcome; readonly runs: () => number } {
  let runs = 0;
  return { next: () => outcomes[runs++] ?? expect.unreachable('it ran again'), runs: () => runs };
}

describe('the idempotency stage', () => {
  it('OTC-REQ-03: passes a call whose ID its caller has not chosen', () => {
    const store = { leaseMs: 1 } as IdempotencyStore;
    const next = vi.fn<(...adds: unknown[]) => Outcome>(() => done);
    const call = keyedCall({ callerCallId: undefined });
    for (let time = 0; time < 2; time += 1) expect(idempotency({ store })(call, next)).toBe(done);
    expect(next.mock.calls).toStrictEqual([[], []]);
  });

  it('CASE-07: returns the stored outcome of a repeated call, marked as replayed', () => {
    const stage = idempotency();
    const first = tool({ kind: 'value', value: { n: 1 }, durationMs: 5 });
    expect(stage(keyedCall(), first.next)).toStrictEqual({ kind: 'value', value: { n: 1 }, durationMs: 5 });
    const again = keyedCall();
    const { tool: asked } = again;
    expect(stage(again, never)).toStrictEqual({
      kind: 'value',
      value: { n: 1 },
      durationMs: 5,
      replayed: true,
      tool: asked,
    });
  });

  it('CASE-07: ignores the order of input members, the notation of numbers, and tokens that the tool cannot read', () => {
    const stage = idempotency();
    const context = (token: string): ToolCall['context'] => ({ authorization: [{ id: 'google', token }], secrets: [] });
    void stage(keyedCall({ input: JSON.parse('{"a":1.0,"b":[2]}'), context: context('old') }), () => done);
    const again = keyedCall({ input: { b: [2], a: 1 }, context: context('new'), toolId: 'Conf.Sleep@1.0.0' });
    expect(stage(again, never)).toMatchObject({ replayed: true });
  });

  it('CASE-08: returns the outcome of the version that ran to a caller without a version, during the run and after a deploy', async () => {
    const deployed = { tool: { ...calmTool, version: '2.0.0' } };
    const stage = idempotency();
    const running = deferred<Outcome>();
    const first = stage(keyedCall(), () => running.promise);
    const joined = [keyedCall(deployed), keyedCall({ ...deployed, toolId: 'Conf.Sleep@2.0.0' })].map(async (call) =>
      stage(call, never),
    );
    running.resolve({ kind: 'value', value: 'by 1.0.0', tool: calmTool });
    expect(await first).toMatchObject({ value: 'by 1.0.0' });
    const [byName, byVersion] = await Promise.all(joined);
    expect(byName).toMatchObject({ value: 'by 1.0.0', replayed: true });
    expect(byVersion).toMatchObject({ code: 'call_id_conflict' });
    const repeated = await stage(keyedCall(deployed), never);
    expect(repeated).toMatchObject({ value: 'by 1.0.0', replayed: true });
    expect(repeated).not.toHaveProperty('toolVersion');
    expect(await stage(keyedCall({ toolId: 'Conf.Sleep@1.0.0' }), never)).toMatchObject({ value: 'by 1.0.0' });
  });

  it.each<[string, Partial<ToolCall>]>([
    ['input', { input: { a: 2 } }],
    ['tool', { tool: { ...calmTool, id: 'Conf.Other' } }],
    ['requested version', { toolId: 'Conf.Sleep@1.1.0', tool: { ...calmTool, version: '1.1.0' } }],
  ])('CASE-08: refuses a call with the same ID and another %s, and does not run it', (_what, other) => {
    const stage = idempotency();
    void stage(keyedCall({ input: { a: 1 } }), () => done);
    expect(stage(keyedCall({ input: { a: 1 }, ...other }), never)).toMatchObject({
      kind: 'refused',
      code: 'call_id_conflict',
    });
    expect(stage(keyedCall({ input: { a: 1 } }), never)).toMatchObject({ replayed: true });
  });

  it('CASE-10: separates callers, and their users', () => {
    const stage = idempotency();
    const of = (id: string | undefined, userId: string | undefined, key: string): Partial<ToolCall> => ({
      callerCallId: key,
      ...(id !== undefined && { principal: { id } }),
      context: { authorization: [], secrets: [], ...(userId !== undefined && { userId }) },
    });
    const callers = [
      of(undefined, undefined, 'k'),
      of('', undefined, 'k'),
      of(undefined, '', 'k'),
      of('ada', undefined, 'k'),
      of(undefined, 'ada', 'k'),
      of('ada', 'ada', 'k'),
      of('ad', 'aada', 'k'),
      of('ada', undefined, '-k'),
      of(undefined, undefined, '3:ada-k'),
      of('a', undefined, '1:ak'),
      of('__proto__', undefined, 'k'),
    ];
    for (const caller of callers) {
      const ran = tool(done);
      expect(stage(keyedCall(caller), ran.next)).toBe(done);
    }
    for (const caller of callers) expect(stage(keyedCall(caller), never)).toMatchObject({ replayed: true });
  });

  const failure = { message: 'No' };
  it.each<[string, Outcome]>([
    ['a value', { kind: 'value', value: null }],
    ['an artifact', { kind: 'artifact', artifact: { url: 'x', contentType: 'y', size: 1, description: 'z' } }],
    ['a failure that the tool reports', { kind: 'failed', reason: 'reported', failure }],
    [
      'a failure that may not be retried',
      { kind: 'failed', reason: 'reported', failure: { ...failure, canRetry: false } },
    ],
    ['an unexpected failure', { kind: 'failed', reason: 'unexpected', failure }],
    ['a bad output', { kind: 'failed', reason: 'bad_output', failure }],
    // Its effect is unknown, so it is never run again (CASE-16).
    ['a time-out', { kind: 'failed', reason: 'timeout', failure, durationMs: 30_000 }],
  ])('CASE-10: keeps %s', (_what, outcome) => {
    const stage = idempotency();
    void stage(keyedCall(), () => outcome);
    expect(stage(keyedCall(), never)).toStrictEqual({ ...outcome, replayed: true, tool: calmTool });
  });

  it.each<[string, Outcome]>([
    ['a failure that may be retried', { kind: 'failed', reason: 'reported', failure: { ...failure, canRetry: true } }],
    [
      'a time-out of a tool that may run twice',
      { kind: 'failed', reason: 'timeout', failure: { ...failure, canRetry: true } },
    ],
    ['bad input', { kind: 'invalid', message: 'No', parameterErrors: { a: 'must be a number' } }],
    ['a refusal', { kind: 'refused', code: 'overloaded', message: 'No', retryAfterMs: 1 }],
    ['a question', { kind: 'input_required', requests: { a: { kind: 'roots' } } }],
    ['a task that goes on', { kind: 'deferred', task: { id: 't', pollAfterMs: 1 } }],
  ])('CASE-10: runs again after %s', (_what, outcome) => {
    const stage = idempotency();
    const ran = tool(outcome, done);
    expect(stage(keyedCall(), ran.next)).toBe(outcome);
    expect(stage(keyedCall(), ran.next)).toBe(done);
  });

  it('CASE-09: joins repeated calls to the running one, and returns its outcome to all of them', async () => {
    for (const outcome of [done, { kind: 'failed', failure: { message: 'No', canRetry: true } }] satisfies Outcome[]) {
      const stage = idempotency();
      const gate = deferred<Outcome>();
      const first = stage(keyedCall(), () => gate.promise);
      const joined = Array.from({ length: 49 }, () => stage(keyedCall(), never));
      expect(stage(keyedCall({ input: { other: true } }), never)).toMatchObject({ code: 'call_id_conflict' });
      gate.resolve(outcome);
      expect(await first).toBe(outcome);
      for (const one of await all(joined)) {
        expect(one).toStrictEqual({ ...outcome, replayed: true, tool: calmTool });
      }
    }
  });

  it('CASE-17: continues when its caller leaves, and returns the outcome when it comes back', async () => {
    const stage = idempotency();
    const caller = new AbortController();
    const gate = deferred<Outcome>();
    let seen: Lifetime | undefined;
    const first = stage(keyedCall({ lifetime: caller }), (adds?: { readonly lifetime?: Lifetime }) => {
      seen = adds?.lifetime;
      return gate.promise;
    });
    caller.abort();
    expect(seen?.signal.aborted).toBe(false);
    const back = stage(keyedCall(), never);
    gate.resolve(done);
    expect(await first).toBe(done);
    expect(await back).toMatchObject({ value: 'done', replayed: true });
  });

  it.each<[Partial<Tool>, string]>([
    [{}, 'is never run again, and its effect is reported as unknown'],
    [{ annotations: { idempotent: true } }, 'runs again'],
    [{ annotations: { readOnly: true } }, 'runs again'],
  ])('ends with the server, and a tool annotated %o %s', async (annotated, _how) => {
    const server = keptLifetime();
    const stage = idempotency();
    const lifetime: Lifetime = { signal: new AbortController().signal, withoutCaller: server };
    const first = stage(keyedCall({ lifetime }, annotated), async (adds?: { readonly lifetime?: Lifetime }) => {
      await new Promise((resolve) => adds?.lifetime?.signal.addEventListener('abort', resolve));
      return { kind: 'failed', reason: 'unexpected', failure };
    });
    server.stop();
    await first;
    const ran = tool(done);
    const second = stage(keyedCall({}, annotated), ran.next);
    if (annotated.annotations === undefined) {
      expect(second).toMatchObject({
        kind: 'failed',
        reason: 'interrupted',
        failure: { message: expect.stringContaining('it is unknown what the tool has done') as string },
      });
      expect(second).not.toHaveProperty('failure.canRetry');
      expect(ran.runs()).toBe(0);
    } else {
      expect(second).toBe(done);
    }
  });

  it('stores the outcome of a run that finished during shutdown', async () => {
    const server = keptLifetime();
    const stage = idempotency();
    const lifetime: Lifetime = { signal: server.signal, withoutCaller: server };
    await stage(keyedCall({ lifetime }), async () => {
      server.stop();
      return done;
    });
    expect(stage(keyedCall(), never)).toMatchObject({ value: 'done', replayed: true });
  });

  it('runs calls of a crashed process again if onLostRun is run', async () => {
    const store = createMemoryIdempotencyStore();
    const server = keptLifetime();
    server.stop();
    const lifetime: Lifetime = { signal: server.signal, withoutCaller: server };
    void idempotency({ store })(keyedCall({ lifetime }), () => ({ kind: 'failed', failure }));
    expect(idempotency({ store })(keyedCall(), never)).toMatchObject({ reason: 'interrupted' });
    expect(idempotency({ store, onLostRun: 'run' })(keyedCall(), () => done)).toBe(done);
  });

  it('refuses a keyed call whose input is not JSON', () => {
    expect(idempotency()(keyedCall({ input: { when: new Date(0) } }), never)).toMatchObject({ code: 'malformed' });
  });

  it('REL-17: stores no outcome above maxAnswerBytes, and never runs the call again', () => {
    const stage = idempotency({ maxAnswerBytes: 1_000 });
    const long: Outcome = { kind: 'value', value: ['x'.repeat(500)] };
    expect(stage(keyedCall(), () => long)).toBe(long);
    expect(stage(keyedCall(), never)).toMatchObject({
      kind: 'failed',
      failure: { message: 'The tool has run, but its result was too large to store.' },
    });
  });

  it('FAULT-05: refuses with retryAfterMs while the store fails', async () => {
    const store = storeWith(() => ({
      claim: () => {
        throw new Error('secret address');
      },
    }));
    const refusal = idempotency({ store })(keyedCall(), never) as RefusedOutcome;
    expect(refusal).toMatchObject({ kind: 'refused', code: 'unavailable', retryAfterMs: 1_000 });
    expect(JSON.stringify(refusal)).not.toContain('secret');
  });

  it('FAULT-05: returns the retryAfterMs of the store', async () => {
    const refusalAfter = async (retryAfterMs: unknown): Promise<Outcome> => {
      const error = Object.assign(new Error('Not yet'), { retryAfterMs });
      return idempotency({ store: storeWith(() => ({ claim: () => Promise.reject(error) })) })(keyedCall(), never);
    };
    expect(await refusalAfter(9_000.4)).toMatchObject({
      code: 'unavailable',
      message: 'The server currently cannot check whether this call was made before. Try again in 10 seconds.',
      retryAfterMs: 9_001,
    });
    expect(await refusalAfter(12)).toMatchObject({
      message: expect.stringMatching(/in 1 second\.$/) as string,
      retryAfterMs: 12,
    });
    for (const nonsense of ['soon', Number.NaN, 0, -1, Number.POSITIVE_INFINITY, null]) {
      expect(await refusalAfter(nonsense)).toMatchObject({ retryAfterMs: 1_000 });
    }
  });

  it.each(['at once', 'later'])('runs no tool again after another stage threw %s', async (when) => {
    const stage = idempotency();
    const broken = (): never => {
      throw new Error('The audit log is full');
    };
    const thrown = (async () => stage(keyedCall(), when === 'at once' ? broken : async () => broken()))();
    await expect(thrown).rejects.toThrow('The audit log is full');
    expect(stage(keyedCall(), never)).toMatchObject({ kind: 'failed', reason: 'interrupted' });
  });

  it('stores only the outcome: no token, secret, principal or input', () => {
    const texts: string[] = [];
    const store = storeWith((memory) => ({
      settle: (claim, answer) => {
        texts.push(answer.text);
        return memory.settle(claim, answer);
      },
    }));
    const call = keyedCall({
      principal: { id: 'canary', claims: { name: 'canary' } },
      context: { authorization: [{ id: 'google', token: 'canary' }], secrets: [{ id: 'key', value: 'canary' }] },
      input: { text: 'canary' },
    });
    const { tool: resolved } = call;
    const info: ToolInfo = { ...resolved, description: 'canary' };
    void idempotency({ store })(call, () => ({ kind: 'value', value: 1, tool: info, durationMs: 2 }));
    expect(texts).toStrictEqual(['{"kind":"value","value":1,"durationMs":2,"toolVersion":"1.0.0"}']);
  });

  it('refuses a stored text that is not an outcome', () => {
    const odd = [
      'null',
      '[]',
      '{}',
      '{"kind":"__proto__"}',
      '{"kind":"value"}',
      '{"kind":"value","value":1,"durationMs":"2"}',
      '{"kind":"failed","failure":{}}',
      'x',
    ];
    for (const text of odd) {
      const store = storeWith(() => ({ claim: () => ({ state: 'answered', text }) }));
      expect(idempotency({ store })(keyedCall(), never), text).toMatchObject({ code: 'unavailable' });
    }
  });

  it('compiles only behind the stage that resolves the tool', async () => {
    const resolve: Stage<Call, { tool: Tool }> = (_call, next) => next({ tool: calmTool });
    const answer = pipeline()
      .use(resolve)
      .use(idempotency())
      .handle(() => done);
    expect(await answer(keyedCall())).toBe(done);
    // @ts-expect-error the tool is not resolved yet
    pipeline().use(idempotency());
  });

  it.each([
    [{ onLostRun: 'retry' as never }, "onLostRun must be 'report' or 'run', got 'retry'."],
    [{ maxAnswerBytes: 0 }, 'maxAnswerBytes must be a whole number of 1 or more, got 0.'],
  ])('refuses %o', (options, message) => {
    expect(() => idempotency(options)).toThrow(message);
  });
});
