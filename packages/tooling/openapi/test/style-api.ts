import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request, type RequestHandler } from 'express';
import createApiClient from 'openapi-fetch';
import { createCaller, silentLogger, toolwire } from 'toolwire';
import { toolsFromOpenApi } from '../src/index.ts';
import { bodyOperations } from './body-operations.ts';
import { parameterOperations, type StyleOperation } from './style-operations.ts';

/** Operations with each style of a parameter and each form of a body. */
export const styleOperations: readonly StyleOperation[] = [...parameterOperations, ...bodyOperations];

/** Sends a value with an operation, and resolves to what the API received. */
type Send = (operation: StyleOperation, value: unknown) => Promise<unknown>;

/** An API that returns what it receives, called by its tools and by openapi-fetch. */
export interface StyleApi {
  readonly viaTool: Send;
  readonly viaClient: Send;
  close(): Promise<void>;
}

const document = {
  openapi: '3.2.0',
  info: { title: 'Styles', version: '1.0.0' },
  paths: Object.fromEntries(
    styleOperations.map(({ id, method, path, parameter, body }) => [
      path,
      {
        [method]: {
          operationId: id,
          description: `Returns the request of ${id}.`,
          ...(parameter !== undefined && { parameters: [parameter] }),
          ...(body !== undefined && {
            requestBody: {
              required: true,
              content: { [body.type]: { schema: body.schema, encoding: body.encoding ?? {} } },
            },
          }),
          responses: { 200: { description: 'The request.', content: { 'application/json': {} } } },
        },
      },
    ]),
  ),
};

const echo: RequestHandler = async (request, response) => {
  const { method, originalUrl: url, headers } = request;
  response.json({ method, url, value: headers['x-value'], cookie: headers.cookie, body: await bodyOf(request) });
};

/** A body as its fields where it is a form, because each client chooses its own boundary. */
async function bodyOf({ body, headers }: Request): Promise<unknown> {
  if (!(body instanceof Buffer)) return null;
  const type = headers['content-type'] ?? '';
  if (type.startsWith('application/x-www-form')) return [...new URLSearchParams(body.toString())];
  if (!type.startsWith('multipart/')) return { type, text: body.toString('base64') };
  const form = await new Response(Uint8Array.from(body), { headers: { 'content-type': type } }).formData();
  return Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === 'string'
        ? { name, value }
        : {
            name,
            file: value.name,
            type: value.type,
            value: Buffer.from(await value.arrayBuffer()).toString('base64'),
          },
    ),
  );
}

/** Starts the API, and reads its document as its users do. */
export async function startStyleApi(): Promise<StyleApi> {
  const app = express();
  app.get('/openapi.json', (_request, response) => void response.json(document));
  app.use(express.raw({ type: () => true }));
  for (const { method, path } of styleOperations) app[method](path.replace('{value}', '*value'), echo);
  const http = createServer(app);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const source = await (await fetch(`${baseUrl}/openapi.json`)).text();
  const { tools, unsupported } = await toolsFromOpenApi(source, {
    include: { paths: ['/*'] },
    toolkit: 'Styles',
    baseUrl,
  });
  if (unsupported.length > 0) throw new Error(JSON.stringify(unsupported));
  const call = createCaller(toolwire({ tools, logger: silentLogger }));
  const client = createApiClient<Record<string, never>>({ baseUrl });
  return {
    async viaTool({ id, body, parameter }, value) {
      const field = body === undefined ? nameOf(parameter) : 'body';
      const outcome = await call(`Styles.${id.charAt(0).toUpperCase()}${id.slice(1)}`, { [field]: value });
      return outcome.kind === 'value' ? outcome.value : outcome;
    },
    async viaClient(operation, value) {
      const { path = operation.path, query = '', headers, body } = operation.sent(value);
      const { data } = await client.request(
        operation.method,
        path as never,
        {
          querySerializer: () => query,
          bodySerializer: () => body,
          ...(body !== undefined && { body }),
          ...(headers !== undefined && { headers }),
        } as never,
      );
      return data;
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

function nameOf(parameter: object | undefined): string {
  return parameter !== undefined && 'name' in parameter ? String(parameter.name) : 'value';
}
