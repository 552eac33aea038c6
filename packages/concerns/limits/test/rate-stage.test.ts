import { type Call, type Outcome, pipeline, type Stage, type Tool } from '@toolwire/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemoryRateStore, type RateStore } from '../src/index.ts';
import { byPrincipal, rate } from '../src/limits-stage.ts';
import { callFor, calmTool, done, type ToolCall } from './calls.ts';

const perMinute = { limit: 1, windowMs: 60_000 };

function callOf(principal: string | undefined, tool: Partial<Tool> = {}): ToolCall {
  return { ...callFor(tool), ...(principal !== undefined && { principal: { id: principal } }) };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the rate middleware', () => {
  it('returns an immediate outcome synchronously, without a promise', () => {
    expect(rate(perMinute)(callFor(), () => done)).toBe(done);
  });

  it('refuses calls above the limit as overloaded, with the delay and without data of the caller (MCP-CALL-03)', () => {
    let now = 0;
    vi.stubGlobal('performance', { now: () => now });
    const stage = rate(perMinute);
    const [call, run] = [callFor(), vi.fn<() => Outcome>(() => done)];
    expect(stage(call, run)).toBe(done);
    now = 47_600;

    expect(stage(call, run)).toStrictEqual({
      kind: 'refused',
      code: 'overloaded',
      message: 'Too many calls: the limit is 1 in 60 seconds. The tool did not run; try again in 13 seconds.',
      retryAfterMs: 12_400,
      tool: call.tool,
    });
    expect(run).toHaveBeenCalledOnce();
    now = 60_000;
    expect(stage(call, run)).toBe(done);
  });

  it('counts by resolved tool, across versions and spellings of its ID', () => {
    const stage = rate(perMinute);
    void stage({ ...callFor(), toolId: 'Conf.Sleep' }, () => done);

    expect(stage({ ...callFor({ version: '2.0.0' }), toolId: 'Conf.Sleep@2' }, () => done)).toMatchObject({
      kind: 'refused',
    });
    expect(stage(callFor({ id: 'Conf.Other' }), () => done)).toBe(done);
  });

  it('counts each principal separately, if calls have a principal', () => {
    const stage = rate(perMinute);

    for (const principal of ['ada', 'bob', undefined]) {
      expect(
        stage(callOf(principal), () => done),
        principal,
      ).toBe(done);
      expect(
        stage(callOf(principal), () => done),
        principal,
      ).toMatchObject({ kind: 'refused' });
      expect(
        stage(callOf(principal, { id: 'Conf.Other' }), () => done),
        principal,
      ).toBe(done);
    }
  });

  it('counts by a custom key, even before the tool is resolved', () => {
    const stage: Stage = rate({ ...perMinute, by: byPrincipal });
    const { tool: _tool, ...unresolved } = callOf('ada');

    expect(stage(unresolved, () => done)).toBe(done);
    expect(stage(callOf('ada', { id: 'Conf.Other' }), () => done)).toMatchObject({ kind: 'refused' });
    const refused = stage(unresolved, () => done);
    expect(refused).toMatchObject({ kind: 'refused' });
    expect(refused).not.toHaveProperty('tool');
    // No caller can use the name of anonymous callers.
    expect(stage(callOf('anonymous'), () => done)).toBe(done);
    expect(stage(callOf(undefined), () => done)).toBe(done);
    expect(stage(callOf(undefined), () => done)).toMatchObject({ kind: 'refused' });
  });

  it('waits for a remote store, and then continues or refuses', async () => {
    const memory = createMemoryRateStore();
    const store: RateStore = { take: async (...call) => memory.take(...call) };
    const stage = rate({ ...perMinute, store });

    expect(await stage(callFor(), () => done)).toBe(done);
    expect(await stage(callFor(), () => done)).toMatchObject({ code: 'overloaded' });
  });

  it('allows calls while its store fails, or refuses them as unavailable if configured', async () => {
    const store: RateStore = { take: () => Promise.reject(new Error('redis://user:password@host is down')) };
    const report = vi.fn<(error: unknown) => void>();

    expect(await rate({ ...perMinute, store, report })(callFor(), () => done)).toBe(done);
    expect(report).toHaveBeenCalledOnce();
    expect(await rate({ ...perMinute, store, whenStoreFails: 'refuse' })(callFor(), () => done)).toMatchObject({
      code: 'unavailable',
      message: 'The server cannot count calls at the moment. The tool did not run; try again in 1 second.',
      retryAfterMs: 1_000,
    });
  });

  it('rejects invalid options at startup', () => {
    expect(() => rate({ ...perMinute, by: 'principal' as never })).toThrow('by must be a function');
    expect(() => rate({ ...perMinute, report: true as never })).toThrow('report must be a function');
  });

  it('counts by tool only behind the middleware that resolves it, and by other keys anywhere', () => {
    // @ts-expect-error no stage has added a tool
    pipeline().use(rate(perMinute));
    const addTool: Stage<Call, { tool: Tool }> = (_call, next) => next({ tool: calmTool });
    pipeline()
      .use(rate({ ...perMinute, by: byPrincipal }))
      .use(rate({ ...perMinute, by: ({ wire }) => wire }))
      .use(addTool)
      .use(rate(perMinute))
      .use(rate({ ...perMinute, by: ({ tool }: ToolCall) => tool.version }));
    // @ts-expect-error a key may not be missing: calls without one would go uncounted
    rate({ ...perMinute, by: ({ traceId }: Call) => traceId });
  });
});
