import { type Figure, figure } from '../figure.ts';
import { startServer } from '../http/processes.ts';
import { type Summary, summarize } from '../statistics.ts';

const atOnce = 4;
const megabyte = 1e6;

/** Fetches one result to its end from a server at this address, and answers its bytes. */
type FetchOne = (url: string) => Promise<number>;

interface Answered {
  readonly result?: { readonly value?: { readonly artifact?: { readonly url: string } } };
}

interface Case {
  readonly name: string;
  readonly side: 'toolwire' | 'fastify';
  readonly fetchOne: FetchOne;
  readonly note?: string;
}

const cases: readonly Case[] = [
  {
    name: '10 MB as a file (artifact), toolwire',
    side: 'toolwire',
    note: 'made piece by piece, kept in a folder, fetched by its address',
    fetchOne: async (url) => {
      const text = await (await call(url, 'Report.File')).text();
      const { result } = JSON.parse(text) as Answered;
      const address = result?.value?.artifact?.url;
      if (address === undefined) throw new Error(`There is no artifact in ${text.slice(0, 500)}`);
      return countBytes(await fetch(address));
    },
  },
  {
    name: '10 MB as a stream, fastify',
    side: 'fastify',
    note: 'made piece by piece and sent, kept nowhere',
    fetchOne: async (url) => countBytes(await fetch(`${url}/file`)),
  },
  {
    name: '10 MB as a value, toolwire',
    side: 'toolwire',
    note: 'one JSON text: values are checked whole before the first byte',
    fetchOne: async (url) => countBytes(await call(url, 'Report.Value')),
  },
  {
    name: '10 MB as a value, fastify',
    side: 'fastify',
    note: 'without a schema for it',
    fetchOne: async (url) => countBytes(await call(url, 'Report.Value')),
  },
];

/** Measures what results of ten megabytes cost, and how far the memory of the server grows over them. */
export async function resultsCost(quick: boolean): Promise<Figure[]> {
  const [starts, times] = quick ? [1, 8] : [3, 24];
  const figures: Figure[] = [];
  for (const { name, side, fetchOne, note } of cases) {
    const [peaks, costs]: [number[], number[]] = [[], []];
    for (let start = 0; start < starts; start++) {
      const { peak, cpu } = await measure(side, fetchOne, times);
      peaks.push(peak);
      costs.push(cpu);
    }
    figures.push(
      figure(name, 'ms', ofAll(costs), note === undefined ? {} : { note }),
      figure(`  most memory, ${atOnce} at once`, 'MB', ofAll(peaks), { note: 'above that after the first one' }),
    );
  }
  return figures;
}

async function measure(side: string, fetchOne: FetchOne, times: number): Promise<{ peak: number; cpu: number }> {
  const server = await startServer('scale/large-results', [side], ['--expose-gc']);
  const url = `http://127.0.0.1:${server.port}`;
  try {
    const bytes = await fetchOne(url);
    if (bytes < 9.5 * megabyte) throw new Error(`A result of ten megabytes has ${bytes} bytes.`);
    const { peakRss } = await server.collected();
    const before = await server.usage();
    let left = times;
    const one = async (): Promise<void> => {
      while (left-- > 0) await fetchOne(url);
    };
    await Promise.all(Array.from({ length: atOnce }, one));
    const after = await server.usage();
    return { peak: (after.peakRss - peakRss) / megabyte, cpu: (after.cpu - before.cpu) / 1000 / times };
  } finally {
    server.stop();
  }
}

function call(url: string, toolId: string): Promise<Response> {
  return fetch(`${url}/tools/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ request: { tool_id: toolId, input: {} } }),
  });
}

async function countBytes(response: Response): Promise<number> {
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const piece of response.body) bytes += piece.byteLength;
  return bytes;
}

function ofAll(values: readonly number[]): Summary {
  return summarize(values);
}
