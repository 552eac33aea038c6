// Imported from api.yaml. Edit it: the next import keeps your edits.
import { defineTool, type JsonSchema } from 'toolwire';
import { api } from './http.ts';

const Tree: JsonSchema = {
  $ref: '#/$defs/Tree',
  $defs: {
    Tree: {
      properties: {
        name: { type: 'string' },
        children: { items: { $ref: '#/$defs/Tree' }, type: 'array' },
      },
      type: 'object',
    },
  },
};

const putCategoriesInput: JsonSchema = {
  type: 'object',
  properties: { body: { $ref: '#/$defs/Rule' } },
  required: ['body'],
  additionalProperties: false,
  $defs: {
    Rule: {
      properties: { if: { type: 'string' }, value: { not: { type: 'null' } } },
      type: 'object',
    },
  },
};

/** `GET /categories` */
export const delete2 = defineTool({
  id: 'Payments.Delete',
  version: '1.0.0',
  description: 'GET /categories',
  output: Tree,
  annotations: { readOnly: true, openWorld: true },
  requirements: { authorization: [{ id: 'token' }] },
  run: (_input, context) =>
    api.call(context, 'GET', '/categories', {
      auth: ['token'],
    }),
});

/** `PUT /categories` */
export const putCategories = defineTool({
  id: 'Payments.PutCategories',
  version: '1.0.0',
  description: 'PUT /categories',
  input: putCategoriesInput,
  annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  requirements: { authorization: [{ id: 'token' }] },
  deprecation: {},
  run: (input, context) =>
    api.call(context, 'PUT', '/categories', {
      body: input.body,
      auth: ['token'],
      largeResults: 'cut',
    }),
});
