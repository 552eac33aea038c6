import { petDocument } from './pet-api.ts';

const json = (schema: object) => ({ 'application/json': { schema } });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: object) => ({ 200: { description: 'Fine.', content: json(schema) } });

/** OpenAPI 2.0, with a form, collection formats, a file and an API key, as older generators write it. */
const parcels = `
swagger: '2.0'
info: { title: Parcel service, version: '1' }
host: parcels.example.com
basePath: /v1
schemes: [https]
consumes: [application/json]
produces: [application/json]
securityDefinitions:
  apiKey: { type: apiKey, in: query, name: api_key }
security: [{ apiKey: [] }]
definitions:
  Address:
    type: object
    required: [street, city]
    properties:
      street: { type: string, maxLength: 80 }
      city: { type: string }
      country: { type: string, pattern: '^[A-Z]{2}$', default: DE }
  Parcel:
    type: object
    required: [id, to]
    properties:
      id: { type: string, format: uuid, readOnly: true }
      weight: { type: number, minimum: 0, exclusiveMinimum: true, description: "The weight, in 'kg'." }
      to: { $ref: '#/definitions/Address' }
      from: { $ref: '#/definitions/Address' }
      state: { type: string, enum: [new, sent, delivered] }
paths:
  /parcels:
    get:
      tags: [Parcels]
      operationId: listParcels
      summary: List parcels
      parameters:
        - { name: state, in: query, type: array, items: { type: string, enum: [new, sent, delivered] }, collectionFormat: csv }
        - { name: tag, in: query, type: array, items: { type: string }, collectionFormat: multi }
        - { name: limit, in: query, type: integer, maximum: 100, default: 20 }
      responses: { 200: { description: Parcels, schema: { type: array, items: { $ref: '#/definitions/Parcel' } } } }
    post:
      tags: [Parcels]
      operationId: createParcel
      parameters: [{ name: parcel, in: body, required: true, schema: { $ref: '#/definitions/Parcel' } }]
      responses: { 201: { description: The parcel, schema: { $ref: '#/definitions/Parcel' } } }
  /parcels/{id}/label:
    get:
      tags: [Labels]
      operationId: getLabel
      produces: [application/pdf]
      parameters: [{ name: id, in: path, required: true, type: string }]
      responses: { 200: { description: The label, schema: { type: file } } }
  /parcels/{id}/photo:
    post:
      tags: [Labels]
      operationId: addPhoto
      consumes: [multipart/form-data]
      parameters:
        - { name: id, in: path, required: true, type: string }
        - { name: photo, in: formData, required: true, type: file }
        - { name: note, in: formData, type: string }
      responses: { 204: { description: Added } }
`;

const card = {
  type: 'object',
  required: ['kind', 'last4'],
  properties: { kind: { type: 'string' }, last4: { type: 'string' } },
};

/** OpenAPI 3.0 with discriminators, allOf, nullable, maps and a schema that contains itself. */
const payments = {
  openapi: '3.0.3',
  info: { title: 'Payments', version: '4.1.0' },
  servers: [
    { url: 'https://{region}.payments.example.com', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
  ],
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Card: card,
      Transfer: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' }, iban: { type: 'string', nullable: true } },
      },
      Method: {
        oneOf: [reference('Card'), reference('Transfer')],
        discriminator: {
          propertyName: 'kind',
          mapping: { card: '#/components/schemas/Card', transfer: '#/components/schemas/Transfer' },
        },
      },
      Base: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string', readOnly: true }, secret: { type: 'string', writeOnly: true } },
      },
      Payment: {
        allOf: [
          reference('Base'),
          {
            type: 'object',
            required: ['amount', 'method'],
            properties: {
              amount: { type: 'integer', minimum: 1, example: 1250 },
              currency: { type: 'string', enum: ['EUR', 'USD'], default: 'EUR' },
              method: reference('Method'),
              metadata: { type: 'object', additionalProperties: { type: 'string' } },
              labels: { type: 'array', items: { type: 'string' }, uniqueItems: true, maxItems: 5 },
            },
          },
        ],
      },
      Tree: {
        type: 'object',
        properties: { name: { type: 'string' }, children: { type: 'array', items: reference('Tree') } },
      },
      Rule: { type: 'object', properties: { if: { type: 'string' }, value: { not: { type: 'null' } } } },
    },
  },
  security: [{ token: [] }],
  paths: {
    '/payments': {
      get: {
        tags: ['payments'],
        operationId: 'payments.list',
        summary: 'List payments',
        parameters: [
          {
            name: 'filter',
            in: 'query',
            style: 'deepObject',
            schema: { type: 'object', properties: { currency: { type: 'string' } } },
          },
          { name: 'created[gte]', in: 'query', schema: { type: 'string', format: 'date-time' } },
        ],
        responses: answer({
          type: 'object',
          required: ['data'],
          properties: { data: { type: 'array', items: reference('Payment') } },
        }),
      },
      post: {
        tags: ['payments'],
        operationId: 'payments.create',
        description: "Create a payment.\n\nIt is booked at once: there's no way back */ `${here}`.",
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: { required: true, content: json(reference('Payment')) },
        responses: answer(reference('Payment')),
      },
    },
    '/categories': {
      get: { tags: ['Catalog entries'], operationId: 'delete', responses: answer(reference('Tree')) },
      put: {
        tags: ['Catalog entries'],
        deprecated: true,
        requestBody: { required: true, content: json(reference('Rule')) },
        responses: answer({}),
      },
    },
    '/reports': {
      servers: [{ url: 'https://reports.example.com' }],
      get: {
        operationId: 'report',
        tags: ['http'],
        responses: { 200: { description: 'Text.', content: { 'text/csv': {} } } },
      },
    },
  },
};

/** OpenAPI 3.2, with the whole query as one parameter. */
const search = {
  openapi: '3.2.0',
  info: { title: '搜索 Search', version: '1' },
  servers: [{ url: '/api' }],
  paths: {
    '/search': {
      get: {
        operationId: 'search',
        parameters: [
          {
            name: 'query',
            in: 'querystring',
            required: true,
            content: {
              'application/x-www-form-urlencoded': {
                schema: {
                  type: 'object',
                  required: ['text'],
                  properties: { text: { type: ['string', 'null'] }, size: { type: ['integer', 'string'] } },
                },
              },
            },
          },
        ],
        responses: answer({
          anyOf: [{ const: 1 }, { enum: ['a', null, 2] }, { type: 'object', additionalProperties: false }],
        }),
      },
    },
  },
};

/** Documents as their authors write them, of every version of OpenAPI. */
export const documents: Readonly<Record<string, string | object>> = { pets: petDocument, parcels, payments, search };
