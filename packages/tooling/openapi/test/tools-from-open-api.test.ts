import { createMemoryArtifacts } from '@toolwire/artifacts';
import { createClient } from '@toolwire/client';
import { silentLogger, toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ToolsFromOpenApiOptions, toolsFromOpenApi } from '../src/index.ts';
import { type PetApi, petDocument, startPetApi } from './pet-api.ts';

let api: PetApi;
beforeAll(async () => {
  api = await startPetApi();
});
afterAll(() => api.close());

type Options = Omit<ToolsFromOpenApiOptions, 'include'> & Partial<Pick<ToolsFromOpenApiOptions, 'include'>>;

// Matchers are `any`, which would switch off the types around them.
const containing = (text: string): unknown => expect.stringContaining(text);
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const everything = { paths: ['/*'] };

/** Calls the tools of the API as a client does. Its document is not checked each time, which takes longer than a call. */
async function clientOf(options: Options = {}) {
  const { tools } = await toolsFromOpenApi(petDocument, {
    baseUrl: api.url,
    toolkit: 'Pets',
    include: everything,
    validate: false,
    ...options,
  });
  const server = await toolwire({ tools, logger: silentLogger }).listen(0, { closeOnSignals: false });
  onTestFinished(() => server.close());
  return createClient({ url: server.url, retry: false });
}

async function valueOf(tool: string, input: object, options?: Options): Promise<unknown> {
  const client = await clientOf(options);
  const result = await client.call(`Pets.${tool}`, input);
  expect(result).toMatchObject({ kind: 'value' });
  return result.kind === 'value' ? result.value : undefined;
}

async function failureOf(tool: string, input: object, options?: Options) {
  const client = await clientOf(options);
  const result = await client.call(`Pets.${tool}`, input);
  expect(result).toMatchObject({ kind: 'failed' });
  return result.kind === 'failed' ? result.failure : undefined;
}

describe('the tools of a document', () => {
  it('includes only the selected operations', async () => {
    const { tools } = await toolsFromOpenApi(petDocument, { include: {}, baseUrl: api.url });
    expect(tools).toEqual([]);
  });

  it('lists an operation whose own server has no usable URL, and sends one with an empty server URL to the API', async () => {
    const operation = (operationId: string, url: string) => ({
      get: { operationId, servers: [{ url }], responses: { 200: { description: 'Done.' } } },
    });
    const { tools, unsupported } = await toolsFromOpenApi(
      {
        openapi: '3.0.3',
        info: { title: 'Pets', version: '1.0.0' },
        paths: {
          '/health': operation('health', ''),
          '/files': operation('files', 'ftp://files.example.com'),
          '/logs': operation('logs', 'https://logs.example.com:port'),
        },
      },
      { include: everything, baseUrl: api.url },
    );
    expect(tools.map(({ id }) => id)).toEqual(['Pets.Health']);
    expect(unsupported).toMatchObject([
      { id: 'files', reason: containing("Its server URL 'ftp://files.example.com'") },
      { id: 'logs', reason: containing("Its server URL 'https://logs.example.com:port'") },
    ]);
  });

  it('rejects an invalid baseUrl, also if each operation has its own server', async () => {
    const get = { operationId: 'health', servers: [{ url: 'https://a.example' }], responses: {} };
    const document = { openapi: '3.0.3', info: { title: 'Pets', version: '1' }, paths: { '/': { get } } };
    const tools = toolsFromOpenApi(document, { include: everything, baseUrl: 'ftp://b.example' });
    await expect(tools).rejects.toMatchObject({ code: 'TW_OPENAPI_SERVER' });
  });

  it.each([[[]], [[{}]]])('sends an operation with the servers %j to the API', async (servers) => {
    const get = { operationId: 'health', servers, responses: {} };
    const document = { openapi: '3.0.3', info: { title: 'Pets', version: '1' }, servers: [], paths: { '/': { get } } };
    const { tools } = await toolsFromOpenApi(document, { include: everything, baseUrl: api.url });
    expect(tools.map(({ id }) => id)).toEqual(['Pets.Health']);
  });

  it('selects operations by tag, path and operation ID, without the excluded ones', async () => {
    const { tools } = await toolsFromOpenApi(petDocument, {
      include: { tags: ['pets'], paths: ['/secure/k*'], operations: ['slow'] },
      exclude: { operations: ['deletePet'] },
      baseUrl: api.url,
    });
    expect(tools.map(({ id }) => id)).toEqual([
      'PetAPI.ListPets',
      'PetAPI.CreatePet',
      'PetAPI.GetPet',
      'PetAPI.UpdatePet',
      'PetAPI.Slow',
      'PetAPI.WithKey',
    ]);
  });

  it('truncates long names, and keeps them unique', async () => {
    const get = (operationId: string) => ({ get: { operationId, responses: {} } });
    const paths = {
      '/a': get('catalog.projects.locations.entryGroups.entries.list'),
      '/b': get('catalog.projects.locations.entryGroups.entries.lookup'),
      '/c': get('Catalog-Projects-Locations-EntryGroups-Entries-List'),
      '/d': get('2nd'),
    };
    const document = { openapi: '3.1.0', info: { title: 'The data catalog API of the cloud', version: '1' }, paths };
    const { tools } = await toolsFromOpenApi(document, { include: { paths: ['/*'] }, baseUrl: api.url });
    const ids = tools.map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^TheDataCatalogAPIOf\.[A-Z][A-Za-z0-9_]{1,28}$/u);
    expect(ids[3]).toBe('TheDataCatalogAPIOf.Operation2nd');
  });

  it('suggests the probable name', async () => {
    const include = { operations: ['listPet'] };
    await expect(toolsFromOpenApi(petDocument, { include })).rejects.toMatchObject({
      code: 'TW_OPENAPI_INCLUDE',
      message: containing("Did you mean 'listPets'?"),
    });
  });

  it('lists operations that cannot become a tool, and rejects them at startup if they are named', async () => {
    const reason = containing('The security scheme \'certificate\' has the type "mutualTLS".');
    const { unsupported } = await toolsFromOpenApi(petDocument, {
      include: { paths: ['/secure/*'] },
      baseUrl: api.url,
    });
    expect(unsupported).toEqual([
      { id: 'withCertificate', method: 'get', path: '/secure/certificate', tags: ['certificate'], reason },
    ]);
  });

  it('lists an operation of a chosen tag whose document cannot be read', async () => {
    const get = (operationId: string, tags: readonly string[], parameters: readonly object[] = []) => ({
      get: { operationId, tags, parameters, responses: {} },
    });
    const paths = {
      '/orders': get('listOrders', ['orders']),
      '/orders/search': get('searchOrders', ['orders'], [{ name: 'q', in: 'cloud' }]),
      '/broken': get('broken', ['broken'], [{ name: 'q', in: 'cloud' }]),
    };
    const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths };
    const unsupportedOf = async (include: object, exclude: object = {}) => {
      const { unsupported } = await toolsFromOpenApi(document, { include, exclude, baseUrl: api.url, validate: false });
      return unsupported.map(({ id }) => id);
    };
    expect(await unsupportedOf({ tags: ['orders'] })).toEqual(['searchOrders']);
    expect(await unsupportedOf({ tags: ['broken'] })).toEqual(['broken']);
    expect(await unsupportedOf({ paths: ['/*'] }, { tags: ['orders'] })).toEqual(['broken']);
  });

  it('lists an operation whose responses cannot be validated as required', async () => {
    const broken = {
      200: { description: 'A pet.', content: { 'application/json': { schema: { $ref: '#/nothing' } } } },
    };
    const document = { ...petDocument, paths: { '/pet': { get: { operationId: 'getPet', responses: broken } } } };
    const options = { include: { paths: ['/pet'] }, baseUrl: api.url, validate: false };
    expect((await toolsFromOpenApi(document, options)).unsupported).toEqual([]);
    const { tools, unsupported } = await toolsFromOpenApi(document, { ...options, responses: 'warn' });
    expect(tools).toEqual([]);
    expect(unsupported[0]?.reason).toBe("The reference '#/nothing' leads to nothing.");
  });

  it('lists an operation whose responses are valid JSON Schema, but cannot be validated', async () => {
    const schema = { type: 'object', patternProperties: { '(?i)a': {} } };
    const responses = { 200: { description: 'A pet.', content: { 'application/json': { schema } } } };
    const document = { ...petDocument, paths: { '/pet': { get: { operationId: 'getPet', responses } } } };
    const options = { include: { paths: ['/pet'] }, baseUrl: api.url, validate: false };
    for (const level of ['warn', 'strict'] as const) {
      const { tools, unsupported } = await toolsFromOpenApi(document, { ...options, responses: level });
      expect(tools).toEqual([]);
      expect(unsupported[0]?.reason).toMatch(/^Its responses can't be checked\. /);
    }
  });

  it('describes input, annotations and requirements', async () => {
    const { tools } = await toolsFromOpenApi(petDocument, { include: everything, baseUrl: api.url, toolkit: 'Pets' });
    const tool = (id: string) => tools.find((one) => one.id === `Pets.${id}`);
    expect(tool('ListPets')).toMatchObject({
      version: '1.0.0',
      title: 'List pets',
      annotations: { readOnly: true },
      input: { properties: { limit: { type: 'integer', minimum: 1 } }, additionalProperties: false },
    });
    expect(tool('CreatePet')?.annotations).toEqual({ readOnly: false, openWorld: true });
    expect(tool('CreatePet')?.input).toMatchObject({
      required: ['body'],
      properties: { body: { $ref: '#/$defs/Pet' } },
    });
    expect(tool('UpdatePet')?.annotations).toMatchObject({ idempotent: true, destructive: true });
    expect(tool('WithKey')?.requirements).toEqual({ secrets: [{ id: 'key' }, { id: 'queryKey' }] });
    expect(tool('WithToken')?.requirements).toEqual({
      authorization: [{ id: 'login', oauth2: { scopes: ['pets:read'] } }],
    });
  });

  it.each([
    [{ baseUrl: 'ftp://example.com' }, 'TW_OPENAPI_SERVER'],
    [{ baseUrl: 'https://example.com/v1?' }, 'TW_OPENAPI_SERVER'],
    [{ auth: { keys: { secret: 'KEY' } } }, 'TW_OPENAPI_AUTH'],
    [{ select: { unknown: ['id'] } }, 'TW_OPENAPI_INCLUDE'],
    [{ timeoutMs: 0 }, 'TW_OPTION_NUMBER'],
    [{ responses: 'loose' }, 'TW_OPTION_CHOICE'],
    [{ baseURL: 'https://example.com' }, 'TW_OPTION_UNKNOWN'],
  ])('rejects %j', async (options, code) => {
    const given = { include: everything, ...options } as ToolsFromOpenApiOptions;
    await expect(toolsFromOpenApi(petDocument, given)).rejects.toMatchObject({ code });
  });
});

describe('calls', () => {
  it('sends parameters of every kind in the right place', async () => {
    const value = await valueOf('Echo', {
      segment: 'a/b',
      text: 'x & y',
      list: ['1', '2'],
      csv: ['1', '2'],
      object: { a: 'z', b: 3 },
      deep: { a: 'q' },
      'X-Text': 'täxt',
      'X-List': ['1', '2'],
      session: 's=1',
      json: { a: [1] },
    });
    expect(value).toEqual({
      url: '/echo/a%2Fb?text=x%20%26%20y&list=1&list=2&csv=1,2&a=z&b=3&deep%5Ba%5D=q&json=%7B%22a%22%3A%5B1%5D%7D',
      body: null,
      headers: { 'x-text': 't%C3%A4xt', 'x-list': '1,2', cookie: 'session=s%3D1' },
    });
  });

  it.each(['..', '.', ''])('rejects %j as a part of a path', async (segment) => {
    expect(await failureOf('Echo', { segment })).toMatchObject({
      message: "The parameter 'segment' must not be empty, '.' or '..'.",
    });
  });

  it('sends forms', async () => {
    const value = await valueOf('SendForm', { body: { text: 'a b', list: ['1', '2'], object: { a: 'x' } } });
    expect(value).toMatchObject({
      body: { text: 'a b', list: ['1', '2'], object: '{"a":"x"}' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  });

  it('omits an optional body, even if it has required fields', async () => {
    const sent = api.seen.length;
    await valueOf('SendForm', {});
    expect(api.seen[sent]?.headers['content-type']).toBeUndefined();
  });

  it('sends files', async () => {
    const file = { content: Buffer.from('hello').toString('base64'), name: 'a.txt', type: 'text/plain' };
    const value = await valueOf('Upload', { body: { file, note: 'a note', meta: { a: 'x' } } });
    expect(value).toMatchObject({
      type: matching(/^multipart\/form-data; boundary=/u),
      body: matching(
        /filename="a\.txt"\r\nContent-Type: text\/plain\r\n\r\nhello\r\n[^]*a note[^]*application\/json\r\n\r\n\{"a":"x"\}/u,
      ),
    });
  });

  it('returns null where the API returns nothing', async () => {
    expect(await valueOf('DeletePet', { id: 99 })).toBeNull();
  });

  it('sends the idempotency key with writes only', async () => {
    const client = await clientOf();
    const start = api.seen.length;
    await client.call('Pets.ListPets', {});
    await client.call('Pets.UpdatePet', { id: 1, body: { name: 'Rex' } });
    const keys = api.seen.slice(start).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([undefined, matching(/^[0-9a-f-]{36}$/u)]);
  });

  it('makes a write happen once, even if its connection broke and its caller repeated it', async () => {
    const client = await clientOf();
    const before = api.made();
    const input = { body: { name: 'flaky' } };
    const first = await client.call('Pets.CreatePet', input, { callId: 'make-one' });
    expect(first).toMatchObject({ kind: 'failed', failure: { canRetry: true } });
    const second = await client.call('Pets.CreatePet', input, { callId: 'make-one' });
    expect(second).toMatchObject({ kind: 'value', value: { name: 'flaky' } });
    expect(api.made()).toBe(before + 1);
  });
});

describe('errors', () => {
  it('contains the message of the API, and the invalid field', async () => {
    expect(await failureOf('Status', { code: 422 })).toMatchObject({
      message: 'The API rejected the input. Something is wrong: The name is taken.',
      additionalPromptContent: '#/name: must be new',
      canRetry: false,
    });
  });

  it('hides details of server errors from callers', async () => {
    expect(await failureOf('Status', { code: 500 })).toMatchObject({ message: 'The API failed. Something is wrong.' });
  });

  it.each([
    ['Status', 429, true],
    ['Status', 503, true],
    ['Status', 404, false],
    // A write without a key that the API is known to honor may have happened.
    ['WriteStatus', 429, true],
    ['WriteStatus', 503, false],
  ])('%s with %i can be retried: %s', async (tool, code, canRetry) => {
    const failure = await failureOf(tool, { code });
    expect(failure).toMatchObject({ canRetry });
    expect(failure?.retryAfterMs).toBe(canRetry ? 3000 : undefined);
  });

  it('allows a retry of a write if the options name the header that the API supports', async () => {
    const failure = await failureOf('WriteStatus', { code: 503 }, { idempotencyHeader: 'X-Request-Key' });
    expect(failure).toMatchObject({ canRetry: true, retryAfterMs: 3000 });
    expect(api.seen.at(-1)?.headers['x-request-key']).toMatch(/^[0-9a-f-]{36}$/u);
  });

  it('times out when the API is too slow', async () => {
    expect(await failureOf('Slow', {}, { timeoutMs: 100 })).toMatchObject({
      message: 'The API did not answer within 0.1 seconds.',
      canRetry: true,
    });
  });

  it('reads no more than the limit', async () => {
    expect(await failureOf('Large', { bytes: 5000 }, { maxResponseBytes: 4000 })).toMatchObject({
      message:
        'The response of the API is larger than 4000 bytes. Request less data, for example with a filter or a smaller page.',
    });
  });

  it('repeats nothing of a response that is not JSON', async () => {
    expect(await failureOf('NotJson', {})).toMatchObject({ message: 'The API returned invalid JSON.' });
  });
});

describe('allowed URLs', () => {
  it('follows redirects to the same server only', async () => {
    expect(await valueOf('Redirect', { to: '/echo/here' })).toMatchObject({ url: '/echo/here' });
    const other = await startPetApi();
    onTestFinished(() => other.close());
    expect(await failureOf('Redirect', { to: `${other.url}/echo/here` })).toMatchObject({
      message: 'The API redirected to another server.',
    });
    expect(other.seen).toEqual([]);
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433'])(
    'rejects a server at %s that only the document names',
    async (host) => {
      const { port } = new URL(api.url);
      const document = { ...petDocument, servers: [{ url: `http://${host}:${port}` }] };
      const { tools } = await toolsFromOpenApi(document, { include: everything, toolkit: 'Pets' });
      const server = await toolwire({ tools, logger: silentLogger }).listen(0, { closeOnSignals: false });
      onTestFinished(() => server.close());
      const sent = api.seen.length;
      const result = await createClient({ url: server.url, retry: false }).call('Pets.ListPets', {});
      expect(result).toMatchObject({
        kind: 'failed',
        failure: {
          message: 'The server of the API has a private address, which is not allowed.',
          developerMessage: 'If it is your API, set its URL in baseUrl, or add its host to privateHosts.',
        },
      });
      expect(api.seen.length).toBe(sent);
    },
  );

  it('accepts an IPv6 address in privateHosts, with brackets and without', async () => {
    const { port } = new URL(api.url);
    const document = { ...petDocument, servers: [{ url: `http://[::ffff:7f00:1]:${port}` }] };
    for (const host of ['::ffff:7f00:1', '[::FFFF:7f00:1]']) {
      const options = { include: everything, toolkit: 'Pets', privateHosts: [host] };
      const { tools } = await toolsFromOpenApi(document, options);
      const server = await toolwire({ tools, logger: silentLogger }).listen(0, { closeOnSignals: false });
      onTestFinished(() => server.close());
      const result = await createClient({ url: server.url, retry: false }).call('Pets.Echo', { segment: 'x' });
      expect(result).toMatchObject({ kind: 'value' });
    }
  });

  it.each([
    'api.internal:8080',
    'localhost:80',
    'http://api.internal',
    'api.internal/v1',
    '[::1]:8080',
    '0:0::1',
    '127.1',
  ])('rejects %s in privateHosts, which no host of a URL would match', async (host) => {
    const options = { include: everything, toolkit: 'Pets', privateHosts: ['api.internal', host] };
    await expect(toolsFromOpenApi(petDocument, options)).rejects.toThrow(
      "privateHosts[1] must be a host as in URLs, without scheme, port and path, such as 'api.internal'. (TW_OPTION_URL)",
    );
  });

  it('rejects privateHosts that are not a list of strings', async () => {
    const options = { include: everything, toolkit: 'Pets', privateHosts: 'api.internal' as never };
    await expect(toolsFromOpenApi(petDocument, options)).rejects.toThrow(
      "privateHosts must be a list of non-empty strings, such as ['api.internal']. (TW_OPTION_TYPE)",
    );
  });

  it('accepts a private server in privateHosts', async () => {
    const { port } = new URL(api.url);
    const document = {
      ...petDocument,
      servers: [{ url: `http://{host}:${port}`, variables: { host: { default: 'localhost' } } }],
    };
    const { tools } = await toolsFromOpenApi(document, {
      include: everything,
      toolkit: 'Pets',
      privateHosts: ['localhost'],
    });
    const server = await toolwire({ tools, logger: silentLogger }).listen(0, { closeOnSignals: false });
    onTestFinished(() => server.close());
    const result = await createClient({ url: server.url, retry: false }).call('Pets.Echo', { segment: 'x' });
    expect(result).toMatchObject({ kind: 'value' });
  });
});

describe('credentials', () => {
  const value = (text: string) => ({ value: () => text });

  it('sends keys, passwords and tokens as their schemes require', async () => {
    const auth = {
      key: value('k-1'),
      queryKey: value('k&2'),
      password: value('ada:pässword'),
      login: value('token-1'),
    };
    const client = await clientOf({ auth });
    const headersAndUrl = async (tool: string) => {
      const result = await client.call(`Pets.${tool}`, {});
      return result.kind === 'value' ? result.value : result;
    };
    expect(await headersAndUrl('WithKey')).toMatchObject({ url: '/secure/key?key=k%262', headers: { 'x-key': 'k-1' } });
    expect(await headersAndUrl('WithPassword')).toMatchObject({
      headers: { authorization: `Basic ${Buffer.from('ada:pässword').toString('base64')}` },
    });
    expect(await headersAndUrl('WithToken')).toMatchObject({ headers: { authorization: 'Bearer token-1' } });
  });

  it('requests secrets and tokens from each caller, and sends nothing without them', async () => {
    const client = await clientOf({ auth: { login: { provider: 'corp' }, password: { secret: 'PASSWORD' } } });
    const sent = api.seen.length;
    expect(await client.call('Pets.WithPassword', {})).toMatchObject({ kind: 'refused', code: 'missing_requirements' });
    expect(await client.call('Pets.WithToken', {})).toMatchObject({ kind: 'refused', code: 'missing_requirements' });
    expect(api.seen.length).toBe(sent);
  });

  it('masks a credential that the API repeats, and excludes it from the input', async () => {
    expect(await failureOf('Refused', {}, { auth: { key: value('k-secret-1') } })).toMatchObject({
      message: matching(
        /^The API did not accept the credentials\. Unauthorized: The key (?!k-secret).* has expired\.$/u,
      ),
    });
    expect(api.seen.at(-1)?.headers['x-key']).toBe('k-secret-1');
  });

  it('does not repeat a credential that is invalid in a header', async () => {
    const failure = await failureOf('WithToken', {}, { auth: { login: value('secret\nvalue') } });
    expect(failure?.message).toBe('The credentials for the API have characters that no header carries.');
  });
});

describe('results', () => {
  it('keeps only the selected fields', async () => {
    await valueOf('UpdatePet', { id: 7, body: { name: 'Tom', tags: ['a'] } });
    const list = await valueOf('ListPets', {}, { select: { listPets: ['name'] } });
    expect(list).toContainEqual({ name: 'Tom' });
  });

  it('truncates a result above the limit, with a note', async () => {
    const options = { maxResultCharacters: 20 };
    expect(await valueOf('Large', { bytes: 100 }, options)).toBe(
      `${'x'.repeat(20)}\n[Cut after 20 of 100 characters. Request less data, for example with a filter or a smaller page.]`,
    );
  });

  it('returns files as artifacts', async () => {
    const store = createMemoryArtifacts({ url: 'https://tools.example.com' });
    const { tools } = await toolsFromOpenApi(petDocument, {
      include: { operations: ['download'] },
      baseUrl: api.url,
      toolkit: 'Pets',
    });
    const server = toolwire({ tools, artifacts: { store }, logger: silentLogger });
    const { url, close } = await server.listen(0, { closeOnSignals: false });
    onTestFinished(() => close());
    const client = createClient({ url, retry: false });
    expect(await client.call('Pets.Download', {})).toMatchObject({
      value: { artifact: { content_type: 'application/pdf', size: 4 } },
    });
  });

  it('refuses a result above the limit if it must match the document', async () => {
    const options = { maxResultCharacters: 20, responses: 'strict' } as const;
    expect(await failureOf('Large', { bytes: 100 }, options)).toMatchObject({
      message: containing('The result has 102 characters, and the limit is 20.'),
    });
  });

  it('accepts any response if the document describes no body', async () => {
    const responses = { 200: { description: 'Pets.' } };
    const document = { ...petDocument, paths: { '/large': { get: { operationId: 'large', responses } } } };
    const { tools } = await toolsFromOpenApi(document, {
      include: everything,
      baseUrl: api.url,
      toolkit: 'Pets',
      responses: 'strict',
    });
    const server = await toolwire({ tools, logger: silentLogger }).listen(0, { closeOnSignals: false });
    onTestFinished(() => server.close());
    const result = await createClient({ url: server.url, retry: false }).call('Pets.Large', {});
    expect(result).toMatchObject({ kind: 'value' });
  });

  it('validates responses only if configured', async () => {
    expect(await valueOf('Wrong', {})).toEqual({ id: 'not a number' });
    expect(await valueOf('Wrong', {}, { responses: 'warn' })).toEqual({ id: 'not a number' });
    expect(await failureOf('Wrong', {}, { responses: 'strict' })).toMatchObject({
      message: "The API returned a response that doesn't match its document.",
    });
  });
});
