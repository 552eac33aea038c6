import { defineTool } from 'toolwire';
import { z } from 'zod';

/** Required and optional fields. */
export const order = defineTool({
  id: 'Orders.Place',
  version: '1.0.0',
  description: 'Places an order.',
  input: z.strictObject({
    customer: z.strictObject({ name: z.string(), phone: z.string().optional() }),
    note: z.string().describe('A note for the driver.').optional(),
    address: z.strictObject({ street: z.string(), floor: z.number().optional() }).optional(),
    items: z.array(z.string()).optional(),
    place: z.union([z.strictObject({ city: z.string() }), z.string()]),
    payment: z
      .union([z.strictObject({ card: z.string() }).describe('Charged at once.'), z.string()])
      .describe('How to pay.')
      .optional(),
  }),
  run: (input) => input,
});

/** Dates, booleans and choices. */
export const event = defineTool({
  id: 'Calendar.Add',
  version: '1.0.0',
  description: 'Adds an event.',
  input: {
    type: 'object',
    properties: {
      day: { type: 'string', format: 'date' },
      clock: { type: 'string', format: 'time' },
      at: { type: 'string', format: 'date-time' },
      isPublic: { type: 'boolean' },
      color: { type: 'string', enum: ['red', 'green', 'blue'] },
      size: { type: 'string', enum: ['a much longer choice', 'b'] },
      flags: { type: 'array', items: { type: 'boolean' } },
    },
    required: ['day', 'clock', 'at', 'isPublic', 'color', 'size'],
  },
  run: (input) => input ?? {},
});

/** Objects that accept more properties, and a format with its pattern. */
export const writeNote = defineTool({
  id: 'Notes.Write',
  version: '1.0.0',
  description: 'Adds a note.',
  input: z.object({
    at: z.iso.datetime(),
    code: z.string().regex(/^[a-z]+$/),
    author: z.object({ name: z.string() }),
    labels: z.looseObject({ color: z.string() }),
  }),
  run: (input) => input,
});

/** No parameters. */
export const ping = defineTool({
  id: 'Notes.Ping',
  version: '1.0.0',
  title: 'Ping the notes',
  description: 'Checks the notes.',
  input: z.object({}),
  run: () => 'pong',
});

/** Numbers in a range. */
export const volume = defineTool({
  id: 'Sound.Volume',
  version: '1.0.0',
  description: 'Sets the volume.',
  input: {
    type: 'object',
    properties: {
      level: { type: 'integer', minimum: -50, maximum: 50 },
      fade: { type: 'integer', minimum: 0, maximum: 10, default: 4 },
      rate: { type: 'integer', minimum: 0, maximum: 101 },
      gain: { type: 'number', minimum: 0, maximum: 1 },
    },
    required: ['level', 'fade', 'rate', 'gain'],
  },
  run: (input) => input ?? {},
});

/** Constraints of nested values. */
export const team = defineTool({
  id: 'Teams.Create',
  version: '1.0.0',
  description: 'Creates a team.',
  input: z
    .strictObject({
      size: z.number(),
      team: z.strictObject({
        members: z.array(z.strictObject({ email: z.email(), age: z.number() })).min(2),
        lead: z.union([z.strictObject({ id: z.string() }), z.number()]),
      }),
      kind: z.enum(['a', 'b']),
      note: z.string().optional(),
    })
    .refine(({ note }) => note !== undefined, { path: ['note'], error: 'Explain the team.' }),
  run: (input) => input,
});

/** A tuple with more items after it, and a list of lists. */
export const rows = defineTool({
  id: 'Sheets.Append',
  version: '1.0.0',
  description: 'Appends rows.',
  input: {
    type: 'object',
    properties: {
      flags: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'number' }],
        items: { type: 'boolean' },
      },
      cells: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
    },
  },
  run: (input) => input ?? {},
});

/** A number and a string in a tuple. */
export const label = defineTool({
  id: 'Maps.Label',
  version: '1.0.0',
  description: 'Labels a height.',
  input: z.object({ pair: z.tuple([z.number(), z.string()]) }),
  run: (input) => input,
});
