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
import { all } from '../src/contract/store-case.ts';
import { createMemoryIdempotencyStore, type IdempotencyStore } from '../src/index.ts';
import { idempotency } from '../src/stage.ts';
import { calmTool, done, keptLifetime, keyedCall, type ToolCall } from './calls.ts';
import { deferred, storeWith } from './support.ts';

const never = (): never => expect.unreachable('it ran');

/** Runs of a tool that answers its outcomes one after another. */
function tool(...outcomes: Outcome[]): { readonly next: () => Outcome; readonly runs: () => number } {
  let runs = 0;
  return { next: () => outcomes[runs++] ?? expect.unreachable('it ran once more'), runs: () => runs };
}

describe('the idempotency stage', () => {
  it('OTC-REQ-03: leaves a call alone whose id its caller has not chosen', () => {
    const store = { leaseMs: 1 } as IdempotencyStore;
    const next = vi.fn<(...adds: unknown[]) => Outcome>(() => done);
    const call = keyedCall({ idempotencyKey: undefined });
    for (let time = 0; time < 2; time += 1) expect(idempotency({ store })(call, next)).toBe(done);
    expect(next.mock.calls).toStrictEqual([[], []]);
  });

  it('CASE-07: answers the same call with the same answer, at once, and says that it is replayed', () => {
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

  it('CASE-07: takes a call for the same whatever the order of its input, its spelling of numbers and the tokens are that its tool cannot read', () => {
    const stage = idempotency();
    const context = (token: string): ToolCall['context'] => ({ authorization: [{ id: 'google', token }], secrets: [] });
    void stage(keyedCall({ input: JSON.parse('{"a":1.0,"b":[2]}'), context: context('old') }), () => done);
    const again = keyedCall({ input: { b: [2], a: 1 }, context: context('new'), toolId: 'Conf.Sleep@1.0.0' });
    expect(stage(again, never)).toMatchObject({ replayed: true });
  });

  it.each<[string, Partial<ToolCall>]>([
    ['input', { input: { a: 2 } }],
    ['tool', { tool: { ...calmTool, id: 'Conf.Other' } }],
    ['version', { tool: { ...calmTool, version: '1.1.0' } }],
  ])('CASE-08: refuses a call of the same id with another %s, and does not run it', (_what, other) => {
    const stage = idempotency();
    void stage(keyedCall({ input: { a: 1 } }), () => done);
    expect(stage(keyedCall({ input: { a: 1 }, ...other }), never)).toMatchObject({
      kind: 'refused',
      code: 'call_id_conflict',
    });
    expect(stage(keyedCall({ input: { a: 1 } }), never)).toMatchObject({ replayed: true });
  });

  it('CASE-10: keeps callers apart, and the users for whom they call', () => {
    const stage = idempotency();
    const of = (id: string | undefined, userId: string | undefined, key: string): Partial<ToolCall> => ({
      idempotencyKey: key,
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
    // CASE-16: in doubt, so it is told again and never run again.
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

  it('CASE-09: lets calls join one that runs, and gives them its answer, whatever it is', async () => {
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

  it('CASE-17: goes on when its caller leaves, and is there for it when it comes back', async () => {
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
    [{}, 'is never run again, and nobody is told that all went well'],
    [{ annotations: { idempotent: true } }, 'runs again where it may'],
    [{ annotations: { readOnly: true } }, 'runs again where it may'],
  ])('ends with the server, and a tool that is annotated %o %s', async (annotated, _how) => {
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
        failure: { message: expect.stringContaining('nobody knows how far it came') as string },
      });
      expect(second).not.toHaveProperty('failure.canRetry');
      expect(ran.runs()).toBe(0);
    } else {
      expect(second).toBe(done);
    }
  });

  it('keeps the answer of a run that was done all the same when the server ended', async () => {
    const server = keptLifetime();
    const stage = idempotency();
    const lifetime: Lifetime = { signal: server.signal, withoutCaller: server };
    await stage(keyedCall({ lifetime }), async () => {
      server.stop();
      return done;
    });
    expect(stage(keyedCall(), never)).toMatchObject({ value: 'done', replayed: true });
  });

  it('runs lost calls again where that was asked for', async () => {
    const store = createMemoryIdempotencyStore();
    const server = keptLifetime();
    server.stop();
    const lifetime: Lifetime = { signal: server.signal, withoutCaller: server };
    void idempotency({ store })(keyedCall({ lifetime }), () => ({ kind: 'failed', failure }));
    expect(idempotency({ store })(keyedCall(), never)).toMatchObject({ reason: 'interrupted' });
    expect(idempotency({ store, onLostRun: 'run' })(keyedCall(), () => done)).toBe(done);
  });

  it('refuses a keyed call whose input is not JSON, since nobody could tell it from another', () => {
    expect(idempotency()(keyedCall({ input: { when: new Date(0) } }), never)).toMatchObject({ code: 'malformed' });
  });

  it('REL-17: keeps no answer that takes too much room, and never runs the call again all the same', () => {
    const stage = idempotency({ maxAnswerBytes: 1_000 });
    const long: Outcome = { kind: 'value', value: ['x'.repeat(500)] };
    expect(stage(keyedCall(), () => long)).toBe(long);
    expect(stage(keyedCall(), never)).toMatchObject({
      kind: 'failed',
      failure: { message: 'The tool has run, but its answer was too long to be kept for another time.' },
    });
  });

  it('FAULT-05: refuses with a hint while the store fails, or runs where that was asked for', async () => {
    const store = storeWith(() => ({
      claim: () => {
        throw new Error('secret address');
      },
    }));
    const refusal = idempotency({ store })(keyedCall(), never) as RefusedOutcome;
    expect(refusal).toMatchObject({ kind: 'refused', code: 'unavailable', retryAfterMs: 1_000 });
    expect(JSON.stringify(refusal)).not.toContain('secret');
  });

  it('FAULT-05: says when to try again, where the store knows', async () => {
    const refusalAfter = async (retryAfterMs: unknown): Promise<Outcome> => {
      const error = Object.assign(new Error('Not yet'), { retryAfterMs });
      return idempotency({ store: storeWith(() => ({ claim: () => Promise.reject(error) })) })(keyedCall(), never);
    };
    expect(await refusalAfter(9_000.4)).toMatchObject({
      code: 'unavailable',
      message: 'The server cannot tell at the moment whether this call was made before. Try again in 10 seconds.',
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

  it.each(['at once', 'later'])('runs no tool again that a stage may have run before it threw %s', async (when) => {
    const stage = idempotency();
    const broken = (): never => {
      throw new Error('The audit log is full');
    };
    const thrown = (async () => stage(keyedCall(), when === 'at once' ? broken : async () => broken()))();
    await expect(thrown).rejects.toThrow('The audit log is full');
    expect(stage(keyedCall(), never)).toMatchObject({ kind: 'failed', reason: 'interrupted' });
  });

  it('records the outcome alone: no token, no secret, not who called, nor with what', () => {
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
    expect(texts).toStrictEqual(['{"kind":"value","value":1,"durationMs":2}']);
  });

  it('refuses to answer with what somebody else has put into the store', () => {
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

  it('stands in a pipeline behind the stage that finds the tool, and nowhere else', async () => {
    const resolve: Stage<Call, { tool: Tool }> = (_call, next) => next({ tool: calmTool });
    const answer = pipeline()
      .use(resolve)
      .use(idempotency())
      .handle(() => done);
    expect(await answer(keyedCall())).toBe(done);
    // @ts-expect-error nobody has found the tool
    pipeline().use(idempotency());
  });

  it.each([
    [{ onLostRun: 'retry' as never }, "onLostRun is 'retry'. Give 'report' or 'run'."],
    [{ maxAnswerBytes: 0 }, 'maxAnswerBytes is 0. Give a whole number of 1 or more.'],
  ])('refuses %o', (options, message) => {
    expect(() => idempotency(options)).toThrow(message);
  });
});
