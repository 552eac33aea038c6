import { type CallResult, createClient, type Fetch } from '@toolwire/client';
import { type CallerNetwork, noResponse } from './caller-network.ts';
import type { Defect } from './defects.ts';
import type { PlannedCall } from './planned-call.ts';

/** The longest time that the client may take for a call. */
export const clientDeadlineMs = 40_000;

/** What a client needs. */
export interface HttpClientParts {
  readonly network: CallerNetwork;
  readonly defect: Defect | undefined;
  /** Called for each run that a request of the client starts. */
  readonly onRun: () => void;
}

/** Makes a call with the shipped client, which retries it. Rejects if the signal aborts. */
export function callOverHttp(call: PlannedCall, parts: HttpClientParts, signal: AbortSignal): Promise<CallResult> {
  const client = createClient({
    url: 'http://127.0.0.1',
    fetch: fetchThrough(call, parts),
    timeoutMs: 15_000,
    deadlineMs: clientDeadlineMs,
  });
  const { behavior, name, callId, owner } = call;
  return client.call(`Work.${behavior}`, { name }, { callId, context: { userId: owner }, signal });
}

function fetchThrough(call: PlannedCall, { network, defect, onRun }: HttpClientParts): Fetch {
  return async (url, { body, signal }) => {
    const text = textOf(body);
    if (url.endsWith('/tools/cancel')) {
      const canceled = await network.request(({ server }) => server.cancelKeyed(call));
      if (canceled === noResponse) throw brokenConnection();
      return Response.json({ call_id: call.callId }, { status: 202 });
    }
    const sent = defect === 'new ID for each attempt' ? withNewId(text, call) : text;
    const response = await network.request(
      ({ server }, disconnected) => server.serveHttp(sent, disconnected, onRun),
      signal ?? undefined,
    );
    signal?.throwIfAborted();
    if (response === noResponse) throw brokenConnection();
    const { status, headers, body: content } = response;
    const sentHeaders = new Headers(headers);
    if (defect === 'hidden run') sentHeaders.delete('call-may-have-run');
    return new Response(textOf(content), { status, headers: sentHeaders });
  };
}

function textOf(body: unknown): string {
  if (typeof body !== 'string') throw new TypeError('The body is not a text.');
  return body;
}

function withNewId(body: string, { callId }: PlannedCall): string {
  return body.replace(`"call_id":"${callId}"`, `"call_id":"${crypto.randomUUID()}"`);
}

/** The error of fetch after a connection broke. */
function brokenConnection(): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
}
