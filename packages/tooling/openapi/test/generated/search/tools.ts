// Imported from api.yaml. Edit it: the next import keeps your edits.
import { defineTool } from 'toolwire';
import { z } from 'zod';
import { api } from './http.ts';

/** `GET /search` */
export const search = defineTool({
  id: 'Search.Search',
  version: '1.0.0',
  description: 'GET /search',
  input: z.strictObject({
    query: z.looseObject({
      text: z.string().nullable(),
      size: z.union([z.number().multipleOf(1), z.string()]).optional(),
    }),
  }),
  output: z.union([z.literal(1), z.literal(['a', null, 2]), z.strictObject({})]),
  annotations: { readOnly: true, openWorld: true },
  run: (input, context) =>
    api.call(context, 'GET', '/search', {
      querystring: { query: input.query },
    }),
});
