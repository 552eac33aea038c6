import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request, type Response } from 'express';

/** The API of the tests, with what it has seen. */
export interface PetApi {
  readonly url: string;
  readonly seen: Request[];
  /** How many pets were made, which a repeated write must not change. */
  readonly made: () => number;
  close(): Promise<void>;
}

const text = { 'application/json': { schema: { type: 'string' } } };
const pet = { $ref: '#/components/schemas/Pet' };
const ofPet = { description: 'A pet.', content: { 'application/json': { schema: pet } } };
const ofAny = { 200: { description: 'What was received.', content: { 'application/json': { schema: {} } } } };
const problem = { description: 'A problem.', content: { 'application/problem+json': { schema: { type: 'object' } } } };
const query = (name: string, schema: object, rest: object = {}) => ({ name, in: 'query', schema, ...rest });
const list = { type: 'array', items: { type: 'string' } };
const flat = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } };

/** The document of the API, as its authors would write it. */
export const petDocument = {
  openapi: '3.1.0',
  info: { title: 'Pet API', version: '2.3.0' },
  servers: [{ url: 'http://127.0.0.1:1' }],
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      queryKey: { type: 'apiKey', in: 'query', name: 'key' },
      password: { type: 'http', scheme: 'basic' },
      login: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://login.example.com', scopes: { 'pets:read': 'Read.' } } },
      },
      certificate: { type: 'mutualTLS' },
    },
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', minLength: 1 },
          tags: { type: 'array', items: { type: 'string' } },
          parent: { $ref: '#/components/schemas/Pet' },
        },
      },
    },
  },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        summary: 'List pets',
        tags: ['pets'],
        parameters: [query('limit', { type: 'integer', minimum: 1, maximum: 1000 })],
        responses: {
          200: { description: 'Pets.', content: { 'application/json': { schema: { type: 'array', items: pet } } } },
        },
      },
      post: {
        operationId: 'createPet',
        tags: ['pets'],
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: { required: true, content: { 'application/json': { schema: pet } } },
        responses: { 201: ofPet, 422: problem },
      },
    },
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getPet', tags: ['pets'], responses: { 200: ofPet, 404: problem } },
      put: {
        operationId: 'updatePet',
        tags: ['pets'],
        requestBody: { required: true, content: { 'application/json': { schema: pet } } },
        responses: { 200: ofPet },
      },
      delete: { operationId: 'deletePet', tags: ['pets'], responses: { 204: { description: 'Gone.' } } },
    },
    '/echo/{segment}': {
      get: {
        operationId: 'echo',
        parameters: [
          { name: 'segment', in: 'path', required: true, schema: { type: 'string' } },
          query('text', { type: 'string' }),
          query('list', list),
          query('csv', list, { explode: false }),
          query('object', flat),
          query('deep', flat, { style: 'deepObject' }),
          { name: 'X-Text', in: 'header', schema: { type: 'string' } },
          { name: 'X-List', in: 'header', schema: list },
          { name: 'session', in: 'cookie', schema: { type: 'string' } },
          { name: 'json', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
        ],
        responses: ofAny,
      },
    },
    '/form': {
      post: {
        operationId: 'sendForm',
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                required: ['text'],
                properties: { text: { type: 'string' }, list, object: flat },
              },
            },
          },
        },
        responses: ofAny,
      },
    },
    '/files': {
      post: {
        operationId: 'upload',
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: { file: { type: 'string', format: 'binary' }, note: { type: 'string' }, meta: flat },
              },
            },
          },
        },
        responses: ofAny,
      },
      get: {
        operationId: 'download',
        responses: { 200: { description: 'A file.', content: { 'application/pdf': {} } } },
      },
    },
    '/status/{code}': {
      get: {
        operationId: 'status',
        parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'Fine.' }, default: problem },
      },
      post: {
        operationId: 'writeStatus',
        parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'Fine.' }, default: problem },
      },
    },
    '/redirect': {
      get: { operationId: 'redirect', parameters: [query('to', { type: 'string' })], responses: ofAny },
    },
    '/slow': { get: { operationId: 'slow', responses: ofAny } },
    '/large': {
      get: {
        operationId: 'large',
        parameters: [query('bytes', { type: 'integer' })],
        responses: { 200: { description: 'Text.', content: text } },
      },
    },
    '/wrong': { get: { operationId: 'wrong', responses: { 200: ofPet } } },
    '/not-json': { get: { operationId: 'notJson', responses: { 200: ofPet } } },
    '/secure/key': { get: { operationId: 'withKey', security: [{ key: [], queryKey: [] }], responses: ofAny } },
    '/secure/password': { get: { operationId: 'withPassword', security: [{ password: [] }], responses: ofAny } },
    '/secure/token': { get: { operationId: 'withToken', security: [{ login: ['pets:read'] }], responses: ofAny } },
    '/secure/refused': {
      get: {
        operationId: 'refused',
        parameters: [{ name: 'x-key', in: 'header', required: true, schema: { type: 'string' } }],
        security: [{ key: [] }],
        responses: ofAny,
      },
    },
    '/secure/certificate': {
      get: { operationId: 'withCertificate', tags: ['certificate'], security: [{ certificate: [] }], responses: ofAny },
    },
  },
};

/** Starts the API on a free port. A write with `flaky` in its name happens, and then loses its connection, the first time. */
export async function startPetApi(): Promise<PetApi> {
  const app = express();
  const seen: Request[] = [];
  const pets = new Map<number, object>();
  const answered = new Map<string, object>();
  app.use((request, _response, next) => {
    seen.push(request);
    next();
  });
  app.use(express.json(), express.urlencoded({ extended: false }));
  app.get('/pets', (request, response) => {
    response.json([...pets.values()].slice(0, Number(request.query.limit ?? 1000)));
  });
  app.post('/pets', (request, response) => {
    const key = String(request.headers['idempotency-key']);
    const known = answered.get(key);
    if (known !== undefined) return void response.status(201).json(known);
    const made = { ...bodyOf(request), id: pets.size + 1 };
    pets.set(made.id, made);
    answered.set(key, made);
    if (JSON.stringify(made).includes('flaky')) return void response.socket?.destroy();
    response.status(201).json(made);
  });
  app.get('/pets/:id', (request, response) => {
    const found = pets.get(Number(request.params.id));
    if (found === undefined) {
      sendProblem(response, 404, { title: 'No such pet', detail: 'There is no pet with this ID.' });
    } else response.json(found);
  });
  app.put('/pets/:id', (request, response) => {
    const changed = { ...bodyOf(request), id: Number(request.params.id) };
    pets.set(changed.id, changed);
    response.json(changed);
  });
  app.delete('/pets/:id', (request, response) => {
    pets.delete(Number(request.params.id));
    response.status(204).end();
  });
  const echo = (request: Request, response: Response) => {
    response.json({ url: request.originalUrl, body: bodyOf(request) ?? null, headers: headersOf(request) });
  };
  app.get('/echo/:segment', echo);
  app.post('/form', echo);
  app.get('/secure/refused', (request, response) => {
    sendProblem(response, 401, {
      title: 'Unauthorized',
      detail: `The key ${String(request.headers['x-key'])} has expired.`,
    });
  });
  app.get('/secure/:kind', echo);
  app.post('/files', express.raw({ type: 'multipart/form-data' }), (request, response) => {
    response.json({ type: request.headers['content-type'], body: String(request.body) });
  });
  app.get('/files', (_request, response) => {
    response.type('application/pdf').attachment('report.pdf').send(Buffer.from('%PDF'));
  });
  app.all('/status/:code', (request, response) => {
    const code = Number(request.params.code);
    if (code < 400) return void response.status(code).end();
    response.set('retry-after', '3');
    sendProblem(response, code, {
      title: 'Something is wrong',
      detail: 'The name is taken.',
      errors: [{ pointer: '#/name', detail: 'must be new' }],
    });
  });
  app.get('/redirect', (request, response) =>
    response.redirect(typeof request.query.to === 'string' ? request.query.to : '/'),
  );
  app.get('/slow', () => undefined);
  app.get('/large', (request, response) => void response.json('x'.repeat(Number(request.query.bytes))));
  app.get('/wrong', (_request, response) => void response.json({ id: 'not a number' }));
  app.get('/not-json', (_request, response) => void response.type('application/json').send('{ secret'));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: urlOf(server), seen, made: () => pets.size, close: () => closed(server) };
}

function bodyOf({ body }: { readonly body?: unknown }): object | undefined {
  return typeof body === 'object' && body !== null ? body : undefined;
}

function sendProblem(response: Response, status: number, body: object): void {
  response
    .status(status)
    .type('application/problem+json')
    .json({ status, ...body });
}

function headersOf(request: Request): object {
  const names = ['authorization', 'content-type', 'cookie', 'idempotency-key', 'x-key', 'x-list', 'x-text'];
  return Object.fromEntries(
    names.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
  );
}

function urlOf(server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
