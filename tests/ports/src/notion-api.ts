import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { json, text } from 'node:stream/consumers';

/** The token that the API accepts. */
export const notionToken = 'ntn_0123456789abcdef';

const errors: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  missing: [404, 'object_not_found', 'Could not find the object. Make sure that it is shared with your integration.'],
  invalid: [400, 'validation_error', 'body failed validation: body.parent should be defined.'],
  forbidden: [403, 'restricted_resource', 'Insufficient permissions for this endpoint.'],
  conflict: [409, 'conflict_error', 'Conflict occurred while saving. Please try again.'],
  busy: [429, 'rate_limited', 'You have been rate limited. Please try again in a few minutes.'],
  broken: [500, 'internal_server_error', 'Unexpected error occurred.'],
};

/** A small version of Notion's REST API: it answers what it received, or the error that a part of the request names. */
export async function startNotionApi(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The system gave no port.');
  const stop = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${address.port}`, stop };
}

async function answer(request: IncomingMessage): Promise<{ readonly status: number; readonly body: object }> {
  const { method, url = '', headers } = request;
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.sort();
  const isJson = headers['content-type']?.includes('json') === true;
  const body = isJson ? await json(request) : await text(request);
  if (headers.authorization !== `Bearer ${notionToken}`) {
    return errorOf(401, 'unauthorized', 'API token is invalid.');
  }
  const named = Object.entries(errors).find(([name]) => `${url}${JSON.stringify(body)}`.includes(name));
  if (named !== undefined) return errorOf(...named[1]);
  const received = { method, pathname, query: [...searchParams], version: headers['notion-version'], body };
  return { status: 200, body: { object: 'echo', received } };
}

function errorOf(status: number, code: string, message: string): { readonly status: number; readonly body: object } {
  return { status, body: { object: 'error', status, code, message } };
}
