import { type Figure, figure } from '../figure.ts';
import { startServer } from '../http/processes.ts';
import { ratiosOf, summarize } from '../statistics.ts';
import { startCallers } from './many-callers.ts';
import { mcpRequest } from './mcp-request.ts';

const modules = { toolwire: 'scale/streams', fastify: 'scale/streams-fastify' } as const;
const count = 1_000;
const request = mcpRequest('subscriptions/listen', { notifications: { resourceSubscriptions: ['docs://guide'] } });

interface Costs {
  /** Resident memory per stream, and what of it is live. */
  readonly bytes: number;
  readonly liveBytes: number;
  /** CPU milliseconds to notify all clients of one change. */
  readonly toAll: readonly number[];
}

/** Measures the cost of open MCP streams, and of notifying all of them of a change. */
export async function streamsCost(quick: boolean): Promise<Figure[]> {
  const rounds = quick ? 10 : 40;
  const ours = await measure(modules.toolwire, rounds);
  const theirs = await measure(modules.fastify, rounds);
  return [
    ...Object.entries({ toolwire: ours, fastify: theirs }).flatMap(([name, { bytes, liveBytes, toAll }]) => [
      {
        name: `${count} open streams of MCP, ${name}`,
        unit: 'bytes' as const,
        value: bytes,
        note: `resident memory per stream, ${Math.round(liveBytes)} of it live${name === 'fastify' ? '; by hand' : ''}`,
      },
      figure('  one notification to all', 'ms', summarize(toAll)),
    ]),
    figure('  toolwire / fastify', 'x', summarize(ratiosOf(ours.toAll, theirs.toAll))),
  ];
}

async function measure(module: string, rounds: number): Promise<Costs> {
  const server = await startServer(module, [], ['--expose-gc']);
  const [warm, callers] = [startCallers(), startCallers()];
  const task = { ask: 'open', port: server.port, request, expected: 'subscriptions/acknowledged' } as const;
  try {
    await warm.run({ ...task, count: 50 });
    await warm.run({ ask: 'close' });
    const before = await server.collected();
    await callers.run({ ...task, count });
    const { rss, heap } = await server.collected();
    const toAll: number[] = [];
    for (let round = -3; round < rounds; round++) {
      const used = (await server.usage()).cpu;
      const all = callers.run({ ask: 'hear', text: 'resources/updated' });
      await server.ask('notify');
      await all;
      if (round >= 0) toAll.push(((await server.usage()).cpu - used) / 1000);
    }
    return { bytes: (rss - before.rss) / count, liveBytes: (heap - before.heap) / count, toAll };
  } finally {
    for (const one of [warm, callers, server]) one.stop();
  }
}
