import { type Figure, figure, type Section } from '../figure.ts';
import type { BenchOptions } from '../options.ts';
import { summarize } from '../statistics.ts';
import { requestText } from './http-text.ts';
import type { LoadTask } from './keep-alive-client.ts';
import { type Loader, startLoader, startServer } from './processes.ts';

interface Case {
  readonly name: string;
  readonly tools: number;
  readonly calls: number;
  /** Asks with the ETag of the last answer, as a client does that has the listing already. */
  readonly revalidates: boolean;
}

const connections = 4;

/** Measures `GET /tools` over HTTP, and how much of it is the handler rather than node sending the bytes. */
export async function listOverHttp({ quick }: BenchOptions): Promise<Section> {
  const [rounds, share] = quick ? [3, 0.25] : [9, 1];
  const cases: readonly Case[] = [
    { name: '10 tools', tools: 10, calls: 4000 * share, revalidates: false },
    { name: '10 000 tools', tools: 10_000, calls: 60 * share, revalidates: false },
    { name: '10 000 tools, unchanged (304)', tools: 10_000, calls: 4000 * share, revalidates: true },
  ];
  const loader = startLoader();
  try {
    const figures: Figure[] = [];
    for (const one of cases) figures.push(...(await measure(one, rounds, loader)));
    return {
      title: 'Listing over HTTP',
      about: `CPU time of the server per GET /tools; ${rounds} rounds, ${connections} connections.`,
      figures,
    };
  } finally {
    loader.stop();
  }
}

async function measure({ name, tools, calls, revalidates }: Case, rounds: number, loader: Loader): Promise<Figure[]> {
  const server = await startServer('listing', [String(tools)]);
  try {
    const listing = await fetch(`http://127.0.0.1:${server.port}/tools`);
    const bytes = (await listing.arrayBuffer()).byteLength;
    const headers = revalidates ? [`If-None-Match: ${listing.headers.get('etag')}`] : [];
    const request = requestText('GET', '/tools', '', headers);
    const task: LoadTask = {
      port: server.port,
      request,
      status: revalidates ? 304 : 200,
      expected: '',
      calls,
      connections,
    };
    await loader.run(task);

    const cpu: number[] = [];
    const handler: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = await server.usage();
      await loader.run(task);
      const after = await server.usage();
      cpu.push((after.cpu - before.cpu) / calls);
      handler.push((after.handler - before.handler) / calls);
    }
    return [
      figure(name, 'µs', summarize(cpu), revalidates ? {} : { note: `${Math.round(bytes / 1000)} kB` }),
      figure(`  of which the handler`, 'µs', summarize(handler)),
    ];
  } finally {
    server.stop();
  }
}
