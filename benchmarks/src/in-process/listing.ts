import { strictEqual } from 'node:assert';
import type { HttpResponse } from '@toolwire/core/wire';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { manyTools } from '../calculator.ts';
import { figure, type Section } from '../figure.ts';
import { summarize } from '../statistics.ts';
import { answerAlone } from './alone.ts';
import { BytesRequest } from './bytes-request.ts';
import { measure } from './measure.ts';

const count = 10_000;

await answerAlone(async ({ quick }): Promise<Section> => {
  const servers = quick ? 2 : 5;
  const request = new BytesRequest('GET', '/tools', new Uint8Array());
  const tools = manyTools(count);

  const register: number[] = [];
  const first: number[] = [];
  let server = createToolServer({ tools: manyTools(10), wires: [otc()] });
  await server.handle(request);
  for (let time = 0; time < servers; time++) {
    const startedAt = performance.now();
    server = createToolServer({ tools, wires: [otc()] });
    register.push(performance.now() - startedAt);
    const askedAt = performance.now();
    const response = (await server.handle(request)) as HttpResponse;
    first.push(performance.now() - askedAt);
    strictEqual(toolsIn(response), count, 'all tools are listed');
  }
  const later = measure(() => server.handle(request), quick ? 9 : 51);
  return {
    title: 'Listing 10 000 tools',
    about: `Inside one process; ${servers} servers made one after another.`,
    figures: [
      figure('register 10 000 tools', 'ms', summarize(register)),
      figure('first GET /tools', 'ms', summarize(first), { note: 'written' }),
      figure('every later one', 'ns', later, { note: 'the same bytes' }),
    ],
  };
});

function toolsIn({ body }: HttpResponse): number {
  const listing = JSON.parse(Buffer.from(body as Uint8Array).toString()) as { readonly tools: readonly unknown[] };
  return listing.tools.length;
}
