import { type Call, noContextValues, type Outcome } from '@toolwire/core';
import type { HttpRequest, HttpResponse, WireRoute } from '@toolwire/core/wire';
import { otc } from '@toolwire/otc';

/** The shipped route that decodes calls and encodes their outcomes. */
const callRoute = found(otc().routes.find(({ path }) => path === '/tools/call'));

/** Serves one HTTP request to call a tool. */
export async function serveCall(
  body: string,
  signal: AbortSignal,
  run: (call: Call) => Promise<Outcome>,
): Promise<HttpResponse> {
  const request: HttpRequest = {
    method: 'POST',
    path: callRoute.path,
    query: '',
    header: () => undefined,
    json: () => ({ ok: true, value: JSON.parse(body) as unknown }),
    signal,
    values: noContextValues,
  };
  const exchange = await callRoute.accept(request);
  if (exchange.op === 'answer') return exchange.response;
  if (exchange.op !== 'call') throw new Error(`The route for calls has the operation '${exchange.op}'.`);
  return exchange.reply(await run(exchange.call));
}

function found(route: WireRoute | undefined): WireRoute {
  if (route === undefined) throw new Error('The protocol has no route for calls.');
  return route;
}
