// Imported from api.yaml. Edit it: the next import keeps your edits.
import { defineTool } from 'toolwire';
import { z } from 'zod';
import { api } from './http.ts';

/** `GET /parcels/{id}/label` */
export const getLabel = defineTool({
  id: 'ParcelService.GetLabel',
  version: '1.0.0',
  description: 'GET /parcels/{id}/label',
  input: z.strictObject({ id: z.string() }),
  annotations: { readOnly: true, openWorld: true },
  requirements: { secrets: [{ id: 'apiKey' }] },
  run: (input, context) =>
    api.call(context, 'GET', '/parcels/{id}/label', {
      path: { id: input.id },
      accept: ['application/pdf'],
      auth: ['apiKey'],
      largeResults: 'cut',
    }),
});

/** `POST /parcels/{id}/photo` */
export const addPhoto = defineTool({
  id: 'ParcelService.AddPhoto',
  version: '1.0.0',
  description: 'POST /parcels/{id}/photo',
  input: z.strictObject({
    id: z.string(),
    body: z.looseObject({
      photo: z.strictObject({
        content: z.string().meta({
          contentEncoding: 'base64',
          description: 'The bytes of the file, in base64.',
        }),
        name: z.string().optional().describe('The name of the file.'),
        type: z.string().optional().describe('The media type of the file.'),
      }).describe('A file.'),
      note: z.string().optional(),
    }),
  }),
  output: z.null(),
  annotations: { readOnly: false, openWorld: true },
  requirements: { secrets: [{ id: 'apiKey' }] },
  run: (input, context) =>
    api.call(context, 'POST', '/parcels/{id}/photo', {
      path: { id: input.id },
      body: input.body,
      bodyType: 'multipart/form-data',
      encoding: { photo: { isFile: true } },
      auth: ['apiKey'],
    }),
});
