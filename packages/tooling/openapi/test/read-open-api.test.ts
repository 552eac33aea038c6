import { listOf } from '@toolwire/internal';
import { describe, expect, it } from 'vitest';
import { type Operation, type ReadOpenApiOptions, readOpenApi } from '../src/index.ts';
import { withDiscriminator } from '../src/reader/discriminator.ts';

/** A document of one operation, with what differs. */
function documentOf(operation: object, rest: object = {}, openapi: string = '3.1.0'): object {
  return {
    openapi,
    info: { title: 'Test', version: '1.0.0' },
    paths: {
      '/things': { post: { operationId: 'makeThing', responses: { 200: { description: 'Done.' } }, ...operation } },
    },
    ...rest,
  };
}

function bodyOf(schema: unknown): object {
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

async function readOne(document: string | object, options?: ReadOpenApiOptions): Promise<Operation> {
  const { operations, unsupported } = await readOpenApi(document, { validate: false, ...options });
  expect(unsupported).toEqual([]);
  const [operation] = operations;
  if (operation === undefined) throw new Error('The document has no operation.');
  return operation;
}

async function reasonFor(document: object, options: ReadOpenApiOptions = {}): Promise<string | undefined> {
  const { operations, unsupported } = await readOpenApi(document, { ...options, validate: false });
  expect(operations).toEqual([]);
  return unsupported[0]?.reason;
}

describe('versions', () => {
  it.each(['2.0', '3.0', '3.1'])('reads an unquoted version %s', async (version) => {
    const field = version === '2.0' ? 'swagger' : 'openapi';
    const document = await readOpenApi(`${field}: ${version}\ninfo: { title: Pets, version: '1' }\npaths: {}\n`);
    expect(document.openapi).toBe(version);
  });

  it('reads OpenAPI 2.0 as the newer versions', async () => {
    const operation = await readOne(`
swagger: '2.0'
info: { title: Pets, version: '1' }
host: api.example.com
basePath: /v2
schemes: [http, https]
consumes: [application/json]
securityDefinitions:
  key: { type: apiKey, in: header, name: X-Key }
security: [{ key: [] }]
paths:
  /pets/{id}:
    put:
      operationId: update-pet
      parameters:
        - { name: id, in: path, required: true, type: integer, format: int64 }
        - { name: tags, in: query, type: array, items: { type: string }, collectionFormat: pipes }
        - { name: pet, in: body, required: true, schema: { $ref: '#/definitions/Pet' } }
      responses:
        '200': { description: OK, schema: { $ref: '#/definitions/Pet' } }
definitions:
  Pet:
    type: object
    required: [name]
    properties: { name: { type: string }, age: { type: integer, minimum: 0, exclusiveMinimum: true, x-nullable: true } }
`);
    expect(operation).toMatchObject({
      id: 'update-pet',
      name: 'UpdatePet',
      method: 'put',
      path: '/pets/{id}',
      servers: [{ url: 'https://api.example.com/v2' }],
      parameters: [
        { name: 'id', in: 'path', isRequired: true, style: 'simple', schema: { type: 'integer' } },
        { name: 'tags', in: 'query', isRequired: false, style: 'pipeDelimited', explode: false },
      ],
      body: { kind: 'json', isRequired: true, schema: { $ref: '#/$defs/Pet' } },
      security: [[{ scheme: { id: 'key', kind: 'apiKey', in: 'header', name: 'X-Key' } }]],
    });
    expect(operation.body?.schema.$defs).toEqual({
      Pet: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, age: { type: ['integer', 'null'], exclusiveMinimum: 0 } },
      },
    });
  });

  it('reads forms and files of OpenAPI 2.0', async () => {
    const operation = await readOne({
      swagger: '2.0',
      info: { title: 'Files', version: '1' },
      paths: {
        '/files': {
          post: {
            parameters: [
              { name: 'file', in: 'formData', required: true, type: 'file' },
              { name: 'note', in: 'formData', type: 'string' },
            ],
            responses: { 204: { description: 'Stored.' } },
          },
        },
      },
    });
    expect(operation).toMatchObject({
      id: 'post /files',
      name: 'PostFiles',
      body: { kind: 'multipart', isRequired: true },
    });
    expect(operation.body?.schema).toMatchObject({
      required: ['file'],
      properties: { file: { type: 'object', required: ['content'] }, note: { type: 'string' } },
    });
  });

  it('reads the methods of OpenAPI 3.2', async () => {
    const responses = { 200: { description: 'Done.' } };
    const document = {
      openapi: '3.2.0',
      info: { title: 'Test', version: '1' },
      paths: { '/things': { query: { responses }, additionalOperations: { COPY: { responses } } } },
    };
    const { operations, problems } = await readOpenApi(document);
    expect(operations.map(({ id }) => id)).toEqual(['query /things', 'copy /things']);
    expect(problems).toEqual([]);
  });

  it.each([
    ['{ "openapi": "4.0.0" }', /Supported are OpenAPI 2\.0, 3\.0, 3\.1, 3\.2/u],
    ['[1]', /must be an object in JSON or YAML/u],
    ['a: [', /neither JSON nor YAML/u],
  ])('rejects %s', async (text, message) => {
    await expect(readOpenApi(text)).rejects.toThrow(message);
    await expect(readOpenApi(text)).rejects.toMatchObject({ code: 'TW_OPENAPI_DOCUMENT' });
  });

  it('lists where a document violates the specification, and still reads it', async () => {
    const { operations, problems } = await readOpenApi(documentOf({ deprecated: 'yes' }));
    expect(operations).toHaveLength(1);
    expect(problems).toContain('/paths/~1things/post/deprecated: must be boolean');
  });
});

describe('references', () => {
  it('follows references to given files, and those inside of the files', async () => {
    const files = {
      'schemas/pet.yaml':
        'Pet: { type: object, properties: { owner: { $ref: "../people.json#/Owner" }, kind: { $ref: "#/Kind" } } }\nKind: { type: string }',
      'people.json': { Owner: { type: 'string', minLength: 1 } },
    };
    const operation = await readOne(documentOf(bodyOf({ $ref: 'schemas/pet.yaml#/Pet' })), { files });
    expect(operation.body?.schema).toMatchObject({
      $ref: '#/$defs/Pet',
      $defs: { Kind: { type: 'string' }, Owner: { type: 'string', minLength: 1 } },
    });
  });

  it.each(['a#b.yaml', '100%.yaml', 'what?.yaml'])('finds a file that is named %s', async (name) => {
    const files = {
      [name]: 'Pet: { type: string, minLength: 2 }',
      'to.yaml': { $ref: `${encodeURIComponent(name)}#/Pet` },
    };
    const operation = await readOne(documentOf(bodyOf({ $ref: 'to.yaml' })), { files });
    expect(JSON.stringify(operation.body?.schema)).toContain('"minLength":2');
  });

  it.each(['http://[/pet.json', 'https://exa mple.com/#/Pet'])(
    'lists an operation with an invalid URL as a reference, and still reads the other operations: %s',
    async (url) => {
      const reason = `The reference '${url}' is not a valid URL.`;
      expect(await reasonFor(documentOf(bodyOf({ $ref: url })))).toBe(reason);
      const files = { 'pet.yaml': { Pet: { $ref: url }, Owner: { type: 'string', minLength: 1 } } };
      expect(await reasonFor(documentOf(bodyOf({ $ref: 'pet.yaml#/Pet' })), { files })).toBe(reason);
      const other = await readOne(documentOf(bodyOf({ $ref: 'pet.yaml#/Owner' })), { files });
      expect(other.body?.schema).toMatchObject({ $defs: { Owner: { minLength: 1 } } });
    },
  );

  it('names missing files by their paths', async () => {
    const files = { 'schemas/pet.yaml': { Pet: { $ref: '../owner.yaml#/Owner' } } };
    expect(await reasonFor(documentOf(bodyOf({ $ref: 'schemas/pet.yaml#/Pet' })), { files })).toBe(
      "The file 'owner.yaml' was not given, so 'owner.yaml#/Owner' is unknown.",
    );
  });

  it('lists an operation that needs a missing file, and loads nothing', async () => {
    const reason = await reasonFor(documentOf(bodyOf({ $ref: 'https://example.com/pet.json' })));
    expect(reason).toBe(
      "The file 'https://example.com/pet.json' was not given, so 'https://example.com/pet.json' is unknown.",
    );
  });

  it('keeps schemas that contain themselves', async () => {
    const Tree = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    };
    const operation = await readOne(
      documentOf(bodyOf({ $ref: '#/components/schemas/Tree' }), { components: { schemas: { Tree } } }),
    );
    expect(operation.body?.schema).toEqual({
      $ref: '#/$defs/Tree',
      $defs: { Tree: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } } } } },
    });
  });

  it('lists every operation that reaches a broken schema, however it is reached', async () => {
    const schemas = {
      A: {
        type: 'object',
        properties: { b: { $ref: '#/components/schemas/B' }, bad: { $ref: '#/components/schemas/Missing' } },
      },
      B: { type: 'object', properties: { a: { $ref: '#/components/schemas/A' } } },
    };
    const operationOf = (name: string) => ({
      post: { operationId: name, responses: {}, ...bodyOf({ $ref: `#/components/schemas/${name}` }) },
    });
    const document = documentOf(
      {},
      { components: { schemas }, paths: { '/a': operationOf('A'), '/b': operationOf('B') } },
    );
    const { operations, unsupported } = await readOpenApi(document, { validate: false });
    expect(operations).toEqual([]);
    expect(unsupported.map(({ id }) => id)).toEqual(['A', 'B']);
  });

  it('lists a parameter whose reference leads to itself', async () => {
    const components = { parameters: { Loop: { $ref: '#/components/parameters/Loop' } } };
    const parameters = [{ $ref: '#/components/parameters/Loop' }];
    expect(await reasonFor(documentOf({ parameters }, { components }))).toMatch(/leads to itself/u);
  });
});

describe('schemas', () => {
  const schema = {
    type: 'object',
    required: ['id', 'secret', 'name'],
    properties: {
      id: { type: 'string', readOnly: true },
      secret: { type: 'string', writeOnly: true },
      name: { type: 'string', nullable: true, enum: ['a', 'b'], example: 'a', format: 'email', 'x-order': 1 },
    },
  };

  it('omits read-only properties from inputs and write-only properties from outputs', async () => {
    const responses = { 200: { description: 'Done.', content: { 'application/json': { schema } } } };
    const operation = await readOne(documentOf({ ...bodyOf(schema), responses }, {}, '3.0.3'));
    expect(operation.body?.schema).toEqual({
      type: 'object',
      required: ['secret', 'name'],
      properties: {
        secret: { type: 'string' },
        name: { type: ['string', 'null'], enum: ['a', 'b', null], examples: ['a'], format: 'email' },
      },
    });
    expect(operation.responses[0]?.content[0]?.readSchema?.()).toEqual({
      type: 'object',
      required: ['id', 'name'],
      properties: {
        id: { type: 'string' },
        name: { type: ['string', 'null'], enum: ['a', 'b', null], examples: ['a'] },
      },
    });
  });

  it('does not require a read-only property that another member of allOf requires', async () => {
    const components = {
      schemas: { Base: { type: 'object', properties: { id: { type: 'string', readOnly: true } } } },
    };
    const allOf = [{ $ref: '#/components/schemas/Base' }, { type: 'object', required: ['id', 'name'] }];
    const operation = await readOne(documentOf(bodyOf({ allOf }), { components }));
    expect(operation.body?.schema.allOf).toEqual([{ $ref: '#/$defs/Base' }, { type: 'object', required: ['name'] }]);
  });

  it('makes a nullable reference accept null', async () => {
    const components = { schemas: { Name: { type: 'string' } } };
    const nullable = { nullable: true, allOf: [{ $ref: '#/components/schemas/Name' }] };
    const operation = await readOne(documentOf(bodyOf(nullable), { components }, '3.0.3'));
    expect(operation.body?.schema).toMatchObject({ anyOf: [{ allOf: [{ $ref: '#/$defs/Name' }] }, { type: 'null' }] });
  });

  it('follows the references of a discriminator once, however many members the union has', () => {
    const members = Array.from({ length: 100 }, (_, index) => ({ $ref: `#/components/schemas/Member${index}` }));
    let lookups = 0;
    const references = {
      resolve: (value: unknown) => value,
      // As many references as a document with another spelling of each has.
      lookup: (reference: string) => {
        lookups += 1;
        return reference.replace('%4D', 'M');
      },
    };
    const mapping = Object.fromEntries(members.map(({ $ref }, index) => [`m${index}`, $ref.replace('/M', '/%4D')]));
    const union = { oneOf: members, discriminator: { propertyName: 'kind', mapping } };
    const read = withDiscriminator(union, { oneOf: members }, references, () => false);
    expect(listOf(read.oneOf)[7]).toMatchObject({ allOf: [members[7], { properties: { kind: { const: 'm7' } } }] });
    expect(lookups).toBe(2 * members.length);
  });

  it('gives each member of a union its values of the discriminator', async () => {
    const member = (name: string) => ({
      type: 'object',
      properties: { kind: { type: 'string' }, [name]: { type: 'string' } },
    });
    const components = { schemas: { Cat: member('meow'), Dog: member('bark') } };
    const union = {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind', mapping: { kitty: '#/components/schemas/Cat', cat: 'Cat' } },
    };
    const operation = await readOne(documentOf(bodyOf(union), { components }));
    expect(operation.body?.schema.oneOf).toEqual([
      { allOf: [{ $ref: '#/$defs/Cat' }, { properties: { kind: { enum: ['kitty', 'cat'] } }, required: ['kind'] }] },
      { allOf: [{ $ref: '#/$defs/Dog' }, { properties: { kind: { const: 'Dog' } }, required: ['kind'] }] },
    ]);
  });

  it('requires no discriminator that inputs omit', async () => {
    const kind = { type: 'string', readOnly: true };
    const member = { type: 'object', properties: { kind }, required: ['kind'], additionalProperties: false };
    const components = { schemas: { Cat: member, Dog: { allOf: [member] }, Owl: { type: 'object' } } };
    const oneOf = ['Cat', 'Dog', 'Owl'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const discriminator = { propertyName: 'kind' };
    const membersOf = async (union: object) =>
      (await readOne(documentOf(bodyOf(union), { components }))).body?.schema.oneOf;
    expect(await membersOf({ oneOf, discriminator })).toEqual([
      { $ref: '#/$defs/Cat' },
      { $ref: '#/$defs/Dog' },
      { allOf: [{ $ref: '#/$defs/Owl' }, { properties: { kind: { const: 'Owl' } }, required: ['kind'] }] },
    ]);
    expect(await membersOf({ properties: { kind }, oneOf, discriminator })).toContainEqual({ $ref: '#/$defs/Owl' });
  });

  it.each([
    ['./Cat.json', './Cat.json'],
    ['k/Cat.json', 'k/Cat.json'],
    ['./k/Cat.json', 'k/Cat.json'],
  ])('gives a member %s the value of a mapping to %s, in the document and in a file', async ($ref, reference) => {
    const union = { oneOf: [{ $ref }], discriminator: { propertyName: 'kind', mapping: { cat: reference } } };
    const path = $ref.replace('./', '');
    const files = { 'schemas/Pet.json': union, [`schemas/${path}`]: {}, [path]: {} };
    for (const body of [union, { $ref: 'schemas/Pet.json' }]) {
      const operation = await readOne(documentOf(bodyOf(body)), { files });
      expect(JSON.stringify(operation.body?.schema)).toContain('{"kind":{"const":"cat"}}');
    }
  });

  it('follows the mapping of a discriminator from the file that has it, and ignores a reference to nothing', async () => {
    const union = {
      oneOf: [{ $ref: '#/Cat' }, { $ref: '#/Dog' }],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/Cat', dog: './pets.yaml#/Dog', owl: '#/Owl' } },
    };
    const files = { 'pets.yaml': { Pet: union, Cat: { type: 'object' }, Dog: { type: 'object' } } };
    const operation = await readOne(documentOf(bodyOf({ $ref: 'pets.yaml#/Pet' })), { files });
    expect(operation.body?.schema.$defs).toMatchObject({
      Pet: {
        oneOf: [
          { allOf: [{}, { properties: { kind: { const: 'cat' } } }] },
          { allOf: [{}, { properties: { kind: { const: 'dog' } } }] },
        ],
      },
    });
  });
});

it('reads a string without the keywords of objects', async () => {
  const schema = { type: 'string', minLength: 1, additionalProperties: { type: 'string' }, required: ['a'] };
  expect((await readOne(documentOf(bodyOf(schema)))).body?.schema).toEqual({ type: 'string', minLength: 1 });
});

describe('patterns of documents', () => {
  const patternOf = async (pattern: string) =>
    (await readOne(documentOf(bodyOf({ type: 'string', pattern }), {}, '3.0.3'))).body?.schema['pattern'];

  it.each([
    ['has needless backslashes', String.raw`^[\w\-\_]+\@$`, String.raw`^[\w\-_]+@$`],
    ['has the slashes of JavaScript', String.raw`/^\d+$/`, String.raw`^\d+$`],
    ['has the slashes and flags of JavaScript', '/^a$/i', '^a$'],
    ['has a slash as its first character', '/a', '/a'],
  ])('are read as JSON Schema has them: one %s', async (_, pattern, read) => {
    expect(await patternOf(pattern)).toBe(read);
  });

  it.each(['(?i)^a$', '^a{,2}]$(', String.raw`\A\p{Alnum}\z`])(
    'are omitted if no validator compiles them: %s',
    async (pattern) => {
      expect(await patternOf(pattern)).toBeUndefined();
    },
  );
});

describe('operations', () => {
  it('merges the parameters of the path and the operation, and makes the names of fields unique', async () => {
    const item = {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'page', in: 'query', schema: { type: 'string' } },
      ],
      get: {
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer' } },
          { name: 'id', in: 'query', schema: { type: 'string' } },
          { name: 'filter[name]', in: 'query', schema: { type: 'string' } },
          { name: 'Authorization', in: 'header', schema: { type: 'string' } },
        ],
        responses: {},
      },
    };
    const operation = await readOne(documentOf({}, { paths: { '/things/{id}': item } }));
    expect(
      operation.parameters.map((parameter) => [parameter.field, parameter.name, parameter.in, parameter.schema.type]),
    ).toEqual([
      ['id', 'id', 'path', 'string'],
      ['page', 'page', 'query', 'integer'],
      ['id_query', 'id', 'query', 'string'],
      ['filter_name', 'filter[name]', 'query', 'string'],
    ]);
  });

  it('lists each type once', async () => {
    const { body } = await readOne(documentOf(bodyOf({ type: ['object', 'object', 'null'] })), { validate: false });
    expect(body?.schema).toEqual({ type: ['object', 'null'] });
  });

  it('with a version that no tool can have are refused, unless they are hidden', async () => {
    const reading = (extension: object) => readOpenApi(documentOf({ 'x-toolwire': extension }), { validate: false });
    await expect(reading({ version: 'v2' })).rejects.toThrow(
      `The version of an operation's tool must be x.y.z, such as 1.0.0, got "v2".`,
    );
    await expect(reading({ version: 'v2', hidden: true })).resolves.toMatchObject({ unsupported: [] });
  });

  it.each([
    ['readOnly', { allOf: [{ $ref: '#/components/schemas/Id' }], description: 'Set by the server.' }],
    ['readOnly', { $ref: '#/components/schemas/Id' }],
  ])('omit a property of an input that is %s by a part of it: %j', async (_keyword, id) => {
    const schemas = { Id: { type: 'string', readOnly: true } };
    const body = bodyOf({ type: 'object', properties: { id, name: { type: 'string' } } });
    const operation = await readOne(documentOf(body, { components: { schemas } }));
    expect(operation.body?.schema).toEqual({ type: 'object', properties: { name: { type: 'string' } } });
  });

  it('replaces a header of the path whose name the operation writes in another case', async () => {
    const header = (name: string) => ({ name, in: 'header', schema: { type: 'string' } });
    const item = { parameters: [header('X-Trace')], get: { parameters: [header('x-trace')], responses: {} } };
    const operation = await readOne(documentOf({}, { paths: { '/things': item } }));
    expect(operation.parameters.map(({ name }) => name)).toEqual(['x-trace']);
  });

  it('makes the names of fields unique, even if the document has the names with numbers', async () => {
    const query = ['id', 'id_query', 'id_3', 'id!', 'body', 'requestBody', 'request_body', 'body_8'];
    const parameters = query.map((name) => ({ name, in: 'query', schema: {} }));
    const { parameters: read, body } = await readOne(documentOf({ parameters, ...bodyOf({ type: 'object' }) }));
    const fields = [...read.map(({ field }) => field), body?.field];
    expect(new Set(fields).size).toBe(query.length + 1);
  });

  it('gives each operation its own name, even if they share an operation ID', async () => {
    const get = { operationId: 'read', responses: {} };
    const { operations } = await readOpenApi(
      documentOf({}, { paths: { '/a': { get }, '/b': { get }, '/c': { get }, '/d': { get } } }),
    );
    expect(new Set(operations.map(({ name }) => name)).size).toBe(4);
  });

  it('lists a form whose schema is a member of itself', async () => {
    const requestBody = { content: { 'multipart/form-data': { schema: { $ref: '#/components/schemas/A' } } } };
    const schemas = { A: { allOf: [{ $ref: '#/components/schemas/A' }] } };
    expect(await reasonFor(documentOf({ requestBody }, { components: { schemas } }))).toBe(
      'The schema of the request body is a member of itself.',
    );
  });

  it('prefers JSON where a body has several forms', async () => {
    const content = {
      'application/xml': {},
      'multipart/form-data': {},
      'application/vnd.api+json': { schema: { type: 'object' } },
    };
    const operation = await readOne(documentOf({ requestBody: { content } }));
    expect(operation.body).toMatchObject({ kind: 'json', mediaType: 'application/vnd.api+json', isRequired: false });
  });

  it.each([
    ['*/*', {}, 'json', 'application/json'],
    ['application/*', {}, 'json', 'application/json'],
    ['*/*', { type: 'string', format: 'binary' }, 'binary', 'application/octet-stream'],
    ['image/*', { type: 'string', format: 'binary' }, 'binary', 'application/octet-stream'],
    ['text/*', { type: 'string' }, 'text', 'text/plain'],
  ])('sends a body of %s with the schema %j as its kind %s', async (range, schema, kind, mediaType) => {
    const { body } = await readOne(documentOf({ requestBody: { content: { [range]: { schema } } } }));
    expect(body).toMatchObject({ kind, mediaType });
  });

  it.each([
    ['*/*', { type: 'integer' }, { type: 'integer' }],
    ['application/*', { type: 'integer' }, { type: 'integer' }],
    ['*/*', { type: 'string', format: 'binary' }, undefined],
    ['image/*', { type: 'integer' }, undefined],
  ])('reads a response of %s with the schema %j as JSON, unless it is a file', async (range, schema, expected) => {
    const responses = { 200: { description: 'Done.', content: { [range]: { schema } } } };
    const { responses: read } = await readOne(documentOf({ responses }));
    expect(read[0]?.content[0]?.readSchema?.()).toEqual(expected);
  });

  describe('the files of a multipart body', () => {
    const binary = { type: 'string', format: 'binary' };
    const file = { type: 'object', required: ['content'] };

    async function readForm(schema: object, encoding: object = {}, components: object = {}, version: string = '3.1.0') {
      const requestBody = { content: { 'multipart/form-data': { schema, encoding } } };
      const { body } = await readOne(documentOf({ requestBody }, { components: { schemas: components } }, version));
      return body;
    }

    const readField = async (field: object, encoding: object = {}, version: string = '3.1.0') =>
      (await readForm({ type: 'object', properties: { field } }, { field: encoding }, {}, version))?.schema.properties;

    it.each([
      ['a media type', { type: 'string', contentMediaType: 'image/png' }, file],
      ['a media type that is unknown', { type: 'string', contentMediaType: 'application/vnd.ms-excel' }, file],
      ['null', { ...binary, type: ['string', 'null'] }, { ...file, type: ['object', 'null'] }],
      ['null in a union', { anyOf: [binary, { type: 'null' }] }, { anyOf: [file, { type: 'null' }] }],
      [
        'null in a union with a list',
        { anyOf: [{ type: 'array', items: binary }, { type: 'null' }] },
        { anyOf: [{ type: 'array', items: file }, { type: 'null' }] },
      ],
      ['null instead of a list', { type: ['array', 'null'], items: binary }, { type: ['array', 'null'], items: file }],
    ])('may have %s', async (_, field, expected) => {
      expect(await readField(field)).toMatchObject({ field: expected });
    });

    it.each([
      { type: 'string', contentMediaType: 'text/csv' },
      { type: 'string', contentMediaType: 'application/json' },
      { type: 'string', contentMediaType: 'application/xml' },
      { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' },
    ])('do not include the field %j', async (field) => {
      expect(await readField(field)).toEqual({ field });
    });

    it('may be null in OpenAPI 3.0', async () => {
      const nullable = await readField({ ...binary, nullable: true }, {}, '3.0.0');
      expect(nullable).toMatchObject({ field: { ...file, type: ['object', 'null'] } });
    });

    it.each([{}, { type: 'string' }])('include %j with the encoding of a file', async (field) => {
      expect(await readField(field, { contentType: 'image/png, image/jpeg' })).toMatchObject({ field: file });
      expect(await readField(field, { contentType: 'text/csv' })).toEqual({ field });
    });

    it('are read in each form of a union, and other forms stay references', async () => {
      const form = await readForm(
        { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] },
        {},
        {
          A: { type: 'object', properties: { file: binary } },
          B: { type: 'object', properties: { url: { type: 'string' } } },
        },
      );
      expect(form?.schema).toMatchObject({ oneOf: [{ properties: { file } }, { $ref: '#/$defs/B' }] });
    });

    it('have the media type of their field, which is not a list or a range', async () => {
      const photo = { type: 'string', contentMediaType: 'image/png' };
      const form = await readForm(
        { type: 'object', properties: { photo, photos: { type: 'array', items: photo }, other: binary, one: binary } },
        { one: { contentType: 'image/jpeg, image/png' }, other: { contentType: 'image/*' } },
      );
      expect([...(form?.encoding ?? [])].map(([name, { mediaType }]) => [name, mediaType])).toEqual([
        ['one', 'image/jpeg'],
        ['other', undefined],
        ['photo', 'image/png'],
        ['photos', 'image/png'],
      ]);
    });
  });

  it('follows the reference of a media type of a parameter', async () => {
    const parameters = [
      { name: 'f', in: 'query', content: { 'application/json': { $ref: '#/components/mediaTypes/filter' } } },
    ];
    const mediaTypes = { filter: { schema: { type: 'integer' } } };
    const document = documentOf({ parameters }, { components: { mediaTypes } }, '3.2.0');
    const { parameters: read } = await readOne(document, { validate: false });
    expect(read).toMatchObject([{ isJson: true, schema: { type: 'integer' } }]);
  });

  it.each([
    { type: 'array', items: { anyOf: [{ type: 'object' }, { type: 'null' }] } },
    { anyOf: [{ type: 'array', items: { type: 'array' } }, { type: 'null' }] },
    { oneOf: [{ type: 'null' }, { type: 'object', properties: { a: { type: ['object', 'null'] } } }] },
    { type: 'array', items: { nullable: true, allOf: [{ type: 'object' }] } },
  ])('lists an operation with nested values that may be null: %j', async (schema) => {
    expect(await reasonFor(documentOf({ parameters: [{ name: 'f', in: 'query', schema }] }))).toContain(
      "for which the style 'form' has no rule",
    );
  });

  it('takes a list of strings that may be null as a parameter', async () => {
    const list = { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } };
    const parameters = [{ name: 'f', in: 'query', schema: { anyOf: [list, { type: 'null' }] } }];
    expect((await readOne(documentOf({ parameters }))).parameters).toHaveLength(1);
  });

  it('reads servers with variables, and those of an operation', async () => {
    const servers = [
      { url: 'https://{region}.example.com', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
    ];
    const ofDocument = await readOne(documentOf({}, { servers }));
    expect(ofDocument.servers[0]?.variables.get('region')).toBe('eu');
    expect(ofDocument.hasOwnServers).toBe(false);
    const ofOperation = await readOne(documentOf({ servers: [{ url: 'https://upload.example.com' }] }, { servers }));
    expect(ofOperation).toMatchObject({ hasOwnServers: true, servers: [{ url: 'https://upload.example.com' }] });
  });

  it('reads the tool settings in x-mcp, x-speakeasy-mcp and x-toolwire', async () => {
    const operation = await readOne(
      documentOf(
        {
          'x-mcp': false,
          'x-speakeasy-mcp': {
            disabled: false,
            name: 'make',
            scopes: ['write'],
            annotations: { destructiveHint: true },
          },
          'x-toolwire': { title: 'Make a thing', version: '2.1.0', name: 'MakeIt' },
        },
        { 'x-mcp': true },
      ),
    );
    expect(operation.extension).toEqual({
      isHidden: false,
      name: 'MakeIt',
      title: 'Make a thing',
      version: '2.1.0',
      scopes: ['write'],
      annotations: { destructive: true },
    });
  });

  it.each([
    [
      'an XML body',
      { requestBody: { content: { 'application/xml': {} } } },
      'The request body is application/xml, which is not supported.',
    ],
    [
      'a parameter in the whole query that has no media type',
      { parameters: [{ name: 'q', in: 'querystring', schema: {} }] },
      "The parameter 'q' is in 'querystring', so it needs 'content' with a media type.",
    ],
    ['an unknown type', bodyOf({ type: 'date' }), 'A schema has the unknown type "date".'],
    ['a dynamic reference', bodyOf({ $dynamicRef: '#node' }), 'A schema uses $dynamicRef.'],
    [
      'nested values in a style without a rule for them',
      { parameters: [{ name: 'f', in: 'query', schema: { type: 'object', properties: { a: { type: 'array' } } } }] },
      "The parameter 'f' has nested lists or objects, for which the style 'form' has no rule.",
    ],
  ])('lists an operation with %s', async (_, operation, reason) => {
    expect(await reasonFor(documentOf(operation))).toBe(reason);
  });

  it.each([
    ['get', { type: 'object' }, "A GET request can't have a body."],
    ['trace', {}, "The method TRACE can't be sent."],
  ])('lists a %s request that fetch rejects', async (method, schema, reason) => {
    const paths = { '/things': { [method]: { responses: {}, ...bodyOf(schema) } } };
    expect(await reasonFor(documentOf({}, { paths }))).toBe(reason);
  });

  it('ignores an optional body of a GET that has no fields', async () => {
    const schema = { type: 'object', properties: {} };
    const requestBody = { content: { 'application/x-www-form-urlencoded': { schema } } };
    const paths = { '/things': { get: { operationId: 'list', responses: {}, requestBody } } };
    expect(await readOne(documentOf({}, { paths }))).not.toHaveProperty('body');
    for (const some of [
      {},
      { type: 'object', additionalProperties: true },
      { type: 'object', properties: { a: {} } },
    ]) {
      const content = { 'application/json': { schema: some } };
      const withBody = { '/things': { get: { responses: {}, requestBody: { content } } } };
      expect(await reasonFor(documentOf({}, { paths: withBody }))).toBe("A GET request can't have a body.");
    }
  });

  it('lists a path with a variable that is not declared', async () => {
    const paths = { '/things/{id}': { get: { responses: {} } } };
    expect(await reasonFor(documentOf({}, { paths }))).toMatch(/variable 'id', which is not declared/u);
  });
});

it('refuses lists inside of lists that may be null too', async () => {
  const schema = { type: 'array', items: { type: ['array', 'null'] } };
  expect(await reasonFor(documentOf({ parameters: [{ name: 'ids', in: 'query', schema }] }))).toBe(
    "The parameter 'ids' has nested lists or objects, for which the style 'form' has no rule.",
  );
});

it.each([
  ['the whole schema', '#/paths/~1things/post/requestBody/content/application~1json/schema'],
  ['a part of a schema around it', '#/paths/~1things/post/requestBody/content/application~1json/schema/properties/a'],
])('reads a reference to %s, without a component', async (_what, $ref) => {
  const a = { type: 'object', properties: { again: { $ref } } };
  const { body } = await readOne(documentOf(bodyOf({ type: 'object', properties: { a } })));
  expect(body?.schema).toHaveProperty('$defs');
});

it('omits names that depend on a field but are not a list', async () => {
  const { body } = await readOne(documentOf(bodyOf({ type: 'object', dependentRequired: { a: 'b' } })), {
    validate: false,
  });
  expect(body?.schema).toEqual({ type: 'object' });
});

describe('a document as an object', () => {
  it('reports the operations whose schemas contain themselves without a reference', async () => {
    const tree: Record<string, unknown> = { type: 'object', properties: {} };
    tree.properties = { children: { type: 'array', items: tree } };
    expect(await reasonFor(documentOf(bodyOf(tree)))).toBe(
      'A schema contains itself. Use $ref for this, or pass the document before its references are resolved.',
    );
  });
});
