import { type Agent, request } from 'node:http';
import { createFetchHandler } from '@toolwire/fetch';
import type { ToolServer } from '@toolwire/server';
import type { Attempt } from './bad-credential.ts';
import type { Endpoint } from './endpoints.ts';

/** All that came back. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends a request with credentials to an endpoint. */
export type Try = (endpoint: Endpoint, attempt: Attempt) => Promise<Answer>;

/** Sends requests to a server in this process. */
export function inProcess(server: ToolServer): Try {
  const handle = createFetchHandler(server);
  return async (endpoint, attempt) => {
    const { method, path, headers, body } = tryEndpoint(endpoint, attempt);
    const sent = new Headers(headers);
    for (const value of attempt.authorization ?? []) sent.append('authorization', value);
    const answer = await handle(new Request(`http://127.0.0.1${path}`, { method, headers: sent, body: body ?? null }));
    if (answer === undefined) throw new Error(`Nobody answers ${method} ${path}`);
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  };
}

/** Sends requests over a socket, with each header on a separate line. */
export function overSockets(url: string, agent: Agent): Try {
  return (endpoint, attempt) => {
    const { method, path, headers, body } = tryEndpoint(endpoint, attempt);
    const { authorization = [] } = attempt;
    return new Promise((resolve, reject) => {
      const message = request(url + path, { method, agent, headers }, (answer) => {
        const { statusCode: status = 0, headersDistinct } = answer;
        const read = Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')] as const);
        let text = '';
        answer
          .setEncoding('utf8')
          .on('data', (piece: string) => {
            text += piece;
          })
          .on('end', () => resolve({ status, headers: Object.fromEntries(read), text }))
          .on('error', reject);
      });
      if (authorization.length > 0) message.setHeader('authorization', authorization);
      message.on('error', reject).end(body);
    });
  };
}

function tryEndpoint(endpoint: Endpoint, { headers, query = '', members }: Attempt) {
  const body = endpoint.body && JSON.stringify({ ...endpoint.body, ...members });
  return {
    method: endpoint.method,
    path: endpoint.path + query,
    body,
    headers: {
      accept: 'application/json, text/event-stream',
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      }),
      ...endpoint.headers,
      ...headers,
    },
  };
}
