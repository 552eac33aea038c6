import { add, greet } from './listings.ts';

/** A tool whose schemas use every feature that TypeScript types can express. */
export const search = {
  id: 'Search.Find@2.1.0',
  version: '2.1.0',
  description: 'Finds things.\nNot */ everything.',
  input_schema: {
    parameters: {
      type: 'object',
      properties: {
        text: { type: 'string', description: 'What to look for.', maxLength: 100 },
        limit: { type: 'integer', default: 10 },
        sort: { enum: ['newest', 'oldest'] },
        'not-a-word': { type: ['boolean', 'null'] },
        where: {
          anyOf: [
            {
              type: 'object',
              properties: { city: { type: 'string' } },
              required: ['city'],
              additionalProperties: false,
            },
            { type: 'array', items: { type: 'number' } },
          ],
        },
        old: { type: 'string', deprecated: true },
      },
      required: ['text'],
      additionalProperties: false,
    },
  },
  output_schema: {
    type: 'object',
    properties: {
      found: { type: 'array', items: { $ref: '#/$defs/thing' } },
      more: { type: 'object', additionalProperties: { type: 'string' } },
    },
    required: ['found'],
    $defs: {
      thing: {
        type: 'object',
        properties: { name: { type: 'string' }, parts: { type: 'array', items: { $ref: '#/$defs/thing' } } },
        required: ['name'],
      },
    },
  },
};
const nothing = { ...greet('1.0.0'), id: 'Greeter.Forget@1.0.0', output_schema: null };
/** A listing with tools of the same name, and a tool without output. */
export const listing = {
  tools: [search, add('1.0.0'), add('1.1.0', { inputs: { a: 'number', b: 'number', c: 'string' } }), nothing],
};
