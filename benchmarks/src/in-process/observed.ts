import { strictEqual } from 'node:assert';
import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { AlwaysOffSampler, BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { type Call, type CallHandler, noContextValues } from '@toolwire/core';
import { log, logRuns } from '@toolwire/log/stage';
import { createToolServer, type ToolServerOptions } from '@toolwire/server';
import { callChannel, trace, traceRuns } from '@toolwire/trace/stage';
import { pino } from 'pino';
import { add } from '../calculator.ts';
import { type Figure, figure, type Section } from '../figure.ts';
import { summarize } from '../statistics.ts';
import { answerAlone } from './alone.ts';

const callsPerRound = 5_000;

const call: Call = {
  wire: 'otc',
  toolId: 'Calculator.Add@1',
  callId: '7c0a0c8e-3f3b-4a3c-9a53-0d1f6c1c6a10',
  traceId: undefined,
  input: { a: 19, b: 23 },
  context: { authorization: [], secrets: [] },
  lifetime: new AbortController(),
  values: noContextValues,
  propagated: (field) =>
    field === 'traceparent' ? '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' : undefined,
};

/** A way to observe calls, and the most that it may cost. */
interface Observer extends Pick<Figure, 'atMost' | 'note'> {
  readonly name: string;
  readonly stages: Pick<ToolServerOptions, 'use' | 'around'>;
}

await answerAlone(async ({ quick }): Promise<Section> => {
  const rounds = quick ? 21 : 101;
  const logger = pino(pino.destination({ dest: '/dev/null', sync: true }));
  const untraced = await compare(rounds, [
    { name: 'the same again', stages: {}, note: 'how far the figures can be trusted' },
    { name: 'trace, no SDK', stages: { use: [trace({ api })] }, atMost: 0.5 },
    { name: '  with traceRuns', stages: { use: [trace({ api })], around: [traceRuns({ api })] } },
    { name: 'channel without listeners', stages: { use: [callChannel()] } },
    { name: 'log, a record of pino', stages: { use: [log({ logger })] }, atMost: 5, note: "pino's own share included" },
    { name: '  with logRuns', stages: { use: [log({ logger })], around: [logRuns({ logger })] } },
  ]);
  // From here on every promise carries the context of its trace.
  startSdk();
  const traced = await compare(rounds, [
    { name: 'trace, an SDK that samples nothing', stages: { use: [trace({ api })] }, atMost: 3 },
    { name: '  with traceRuns', stages: { use: [trace({ api })], around: [traceRuns({ api })] } },
  ]);
  return {
    title: 'Observed calls',
    about: `CPU time per call, less that of the same server unobserved; ${rounds} rounds in turns, ${callsPerRound} calls each.`,
    figures: [...untraced, ...traced],
  };
});

/** Takes turns, so that what disturbs the machine disturbs all of them. */
async function compare(rounds: number, observers: readonly Observer[]): Promise<Figure[]> {
  const unobserved = handlerWith({});
  const handlers = observers.map(({ stages }) => handlerWith(stages));
  for (const handler of [unobserved, ...handlers]) {
    strictEqual((await handler(call)).kind, 'value', 'the tool runs');
    await microsecondsOf(handler, 4 * callsPerRound);
  }
  const extra = observers.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    const base = await microsecondsOf(unobserved, callsPerRound);
    for (const [index, handler] of handlers.entries()) {
      extra[index]?.push((await microsecondsOf(handler, callsPerRound)) - base);
    }
  }
  return observers.map(({ name, stages: _stages, ...more }, index) =>
    figure(name, 'µs', summarize(extra[index] ?? []), more),
  );
}

function handlerWith(stages: Observer['stages']): CallHandler {
  return createToolServer({ tools: [add], wires: [], ...stages }).call;
}

async function microsecondsOf(handler: CallHandler, calls: number): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < calls; index++) await handler(call);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

/** As an application that keeps no trace sets it up: what came along is passed on. */
function startSdk(): void {
  api.trace.setGlobalTracerProvider(new BasicTracerProvider({ sampler: new AlwaysOffSampler() }));
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
}
