import * as api from '@opentelemetry/api';
import type { Outcome } from '@toolwire/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trace, traceRuns } from '../src/trace-stage.ts';
import { callFor, done, tool } from './calls.ts';
import { type MetricPoint, type Sdk, startSdk } from './sdk.ts';

let sdk: Sdk;
beforeEach(() => {
  sdk = startSdk();
});
afterEach(() => sdk.stop());

const refused: Outcome = { kind: 'refused', code: 'overloaded', message: 'Busy', tool };
const failed: Outcome = { kind: 'failed', reason: 'timeout', failure: { message: 'Late' }, tool };

async function points(name: string): Promise<readonly Omit<MetricPoint, 'name'>[]> {
  const all = await sdk.metrics();
  return all.filter((point) => point.name === name).map(({ attributes, value }) => ({ attributes, value }));
}

describe('metrics', () => {
  it('measure the duration of each tool, in seconds and in the buckets of the conventions', async () => {
    const stage = trace({ api });
    void stage(callFor(), () => done);
    void stage(callFor(), () => failed);
    const durations = await points('gen_ai.execute_tool.duration');
    expect(durations.map(({ attributes }) => attributes)).toEqual([
      { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'Calculator_Add', 'toolwire.wire': 'otc' },
      expect.objectContaining({ 'error.type': 'timeout' }),
    ]);
    const boundaries = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
    const [first] = durations.map(({ value }) => value as { readonly sum: number });
    expect(first).toMatchObject({ count: 1, buckets: { boundaries } });
    expect(first?.sum).toBeLessThan(1);
  });

  it('measure MCP under its own name too', async () => {
    void trace({ api })(callFor({ wire: 'mcp' }), () => done);
    const [point] = await points('mcp.server.operation.duration');
    expect(point?.attributes).toMatchObject({ 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'Calculator_Add' });
    expect(await points('gen_ai.execute_tool.duration')).toHaveLength(1);
  });

  it('count outcomes by version', async () => {
    const stage = trace({ api });
    for (const outcome of [done, done, failed]) void stage(callFor(), () => outcome);
    const calls = await points('toolwire.calls');
    expect(calls.map(({ value, attributes }) => [attributes['toolwire.outcome'], value])).toEqual([
      ['value', 2],
      ['failed', 1],
    ]);
    expect(calls[0]?.attributes['toolwire.tool.version']).toBe('1.2.0');
  });

  it('count running calls', async () => {
    const stage = trace({ api });
    let finish: (outcome: Outcome) => void = () => undefined;
    const call = stage(callFor(), () => new Promise((resolve) => (finish = resolve)));
    expect(await points('toolwire.calls.active')).toEqual([{ attributes: { 'toolwire.wire': 'otc' }, value: 1 }]);
    finish(done);
    await call;
    expect(await points('toolwire.calls.active')).toEqual([{ attributes: { 'toolwire.wire': 'otc' }, value: 0 }]);
  });

  it('count replays, and calls refused by limits', async () => {
    const stage = trace({ api });
    void stage(callFor(), () => ({ ...done, replayed: true }));
    void stage(callFor(), () => refused);
    void stage(callFor(), () => ({ kind: 'refused', code: 'missing_requirements', message: 'No' }));
    expect((await points('toolwire.calls.replayed')).map(({ value }) => value)).toEqual([1]);
    const rejected = await points('toolwire.calls.rejected');
    expect(rejected).toMatchObject([{ attributes: { 'error.type': 'overloaded' }, value: 1 }]);
  });

  it('count each run after the first of a call, and mark all of them in its span', async () => {
    const runs = traceRuns({ api });
    const call = callFor();
    const answers: Outcome[] = [failed, failed, done];
    const run = async (): Promise<Outcome> => runs(call, () => answers.shift() ?? done);
    await trace({ api })(call, async () => {
      await run();
      await run();
      return run();
    });
    expect(await points('toolwire.runs.retried')).toEqual([
      { attributes: { 'gen_ai.tool.name': 'Calculator_Add', 'toolwire.wire': 'otc' }, value: 2 },
    ]);
    const events = sdk
      .spans()[0]
      ?.events.map(({ name, attributes = {} }) => [name, attributes['toolwire.run.attempt'], attributes['error.type']]);
    expect(events).toEqual([
      ['toolwire.run.start', 1, undefined],
      ['toolwire.run.end', 1, 'timeout'],
      ['toolwire.run.start', 2, undefined],
      ['toolwire.run.end', 2, 'timeout'],
      ['toolwire.run.start', 3, undefined],
      ['toolwire.run.end', 3, undefined],
    ]);
  });

  it('have few attributes, without values chosen by the caller', async () => {
    const stage = trace({ api });
    for (let index = 0; index < 50; index += 1) {
      const text = `made-up-${index}`;
      const call = callFor({ callId: text, toolId: `${text}@${index}`, traceId: text, principal: { id: text } });
      void stage(call, () => (index % 2 === 0 ? done : { kind: 'refused', code: 'tool_not_found', message: text }));
    }
    const all = await sdk.metrics();
    expect(JSON.stringify(all)).not.toContain('made-up');
    expect(all.length).toBeLessThan(8);
  });
});

describe('an SDK that starts after the server was built', () => {
  it('receives spans and metrics', async () => {
    await sdk.stop();
    const stage = trace({ api });
    void stage(callFor(), () => done);
    sdk = startSdk();
    void stage(callFor(), () => done);
    expect(sdk.spans()).toHaveLength(1);
    expect((await points('toolwire.calls')).map(({ value }) => value)).toEqual([1]);
  });
});

describe('runs of an untraced call', () => {
  it('are not traced', () => {
    expect(traceRuns({ api })(callFor(), () => done)).toBe(done);
  });
});
