import { type Figure, figure } from '../figure.ts';
import { requestText } from '../http/http-text.ts';
import { type Loader, type MeasuredServer, startServer } from '../http/processes.ts';
import { ratiosOf, summarize } from '../statistics.ts';
import { askMcp, mcpRequest } from './mcp-request.ts';
import { inTurns } from './turns.ts';

interface ToolsPage {
  readonly tools: readonly unknown[];
  readonly nextCursor?: string;
}

/** The cost of the MCP pages: writing all of them and sending one, compared with Fastify for the same number of bytes. */
export async function pageFigures(
  server: MeasuredServer,
  [count, pageSize]: readonly [number, number],
  rounds: number,
  loader: Loader,
): Promise<Figure[]> {
  const url = `http://127.0.0.1:${server.port}`;
  const before = await server.collected();
  await askMcp<ToolsPage>(url, 'tools/list', {});
  const written = await server.usage();
  const kept = (await server.collected()).heap - before.heap;

  const cursors: (string | undefined)[] = [];
  let [listed, bytes] = [0, 0];
  let cursor: string | undefined;
  do {
    cursors.push(cursor);
    const page: ToolsPage = await askMcp(url, 'tools/list', cursor === undefined ? {} : { cursor });
    listed += page.tools.length;
    bytes = Math.max(bytes, Buffer.byteLength(JSON.stringify(page)));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  if (listed !== count) throw new Error(`${listed} of ${count} tools are listed by pages.`);

  const request = cursors.map((one) => mcpRequest('tools/list', one === undefined ? {} : { cursor: one }));
  const fastify = await startServer('scale/pages-fastify', [String(cursors.length), String(bytes)]);
  const likeOurs = cursors.map((_, index) =>
    requestText(
      'POST',
      '/mcp',
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: String(index) } }),
    ),
  );
  try {
    const [ours = [], theirs = []] = await inTurns(
      [
        [server, request],
        [fastify, likeOurs],
      ],
      cursors.length,
      rounds,
      loader,
    );
    return [
      {
        name: `${tools(count)}, all pages written`,
        unit: 'ms',
        value: (written.cpu - before.cpu) / 1000,
        note: `by the first tools/list of MCP; it keeps ${Math.round(kept / count)} bytes per tool from then on`,
      },
      figure(`a page of ${pageSize} of them, MCP tools/list`, 'µs', summarize(ours), {
        note: `${Math.round(bytes / 1000)} kB, ${cursors.length} pages by their cursors`,
      }),
      figure('  fastify, as many bytes', 'µs', summarize(theirs)),
      figure('  toolwire / fastify', 'x', summarize(ratiosOf(ours, theirs))),
    ];
  } finally {
    fastify.stop();
  }
}

/** The cost of the whole Open Tool Calling listing, which has no pages. */
export async function listingFigures(
  server: MeasuredServer,
  count: number,
  times: number,
  loader: Loader,
): Promise<Figure[]> {
  const before = await server.usage();
  const response = await fetch(`http://127.0.0.1:${server.port}/tools`);
  const bytes = (await response.arrayBuffer()).byteLength;
  const written = await server.usage();
  const whole: number[] = [];
  for (let time = 0; time < times; time++) {
    const began = await server.usage();
    await fetch(`http://127.0.0.1:${server.port}/tools`).then((one) => one.arrayBuffer());
    whole.push(((await server.usage()).cpu - began.cpu) / 1000);
  }
  const request = requestText('GET', '/tools', '', [`If-None-Match: ${response.headers.get('etag')}`]);
  const [unchanged = []] = await inTurns([[server, [request]]], 1000, times, loader, { status: 304 });
  return [
    { name: `GET /tools of ${tools(count)}, written`, unit: 'ms', value: (written.cpu - before.cpu) / 1000 },
    figure('  and again, from the same bytes', 'ms', summarize(whole), {
      note: `${(bytes / 1e6).toFixed(1)} MB: Open Tool Calling has no pages`,
    }),
    figure('  unchanged (304)', 'µs', summarize(unchanged)),
  ];
}

/** Such as `100 000 tools`. */
export function tools(count: number): string {
  return `${String(count).replace(/(?=(?:\d{3})+$)(?<=\d)/g, ' ')} tools`;
}
