// Imported from api.yaml. Edit it: the next import keeps your edits.
import { defineTool } from 'toolwire';
import { z } from 'zod';
import { api } from './http.ts';

const Address = z.looseObject({
  street: z.string().meta({ maxLength: 80 }),
  city: z.string(),
  country: z.string().regex(/^[A-Z]{2}$/u).optional().meta({ default: 'DE' }),
});

const Parcel = z.looseObject({
  id: z.string(),
  weight: z.number().gt(0).optional().describe('The weight, in \'kg\'.'),
  to: Address,
  from: Address.optional(),
  state: z.enum(['new', 'sent', 'delivered']).optional(),
});

const ParcelInput = z.looseObject({
  weight: z.number().gt(0).optional().describe('The weight, in \'kg\'.'),
  to: Address,
  from: Address.optional(),
  state: z.enum(['new', 'sent', 'delivered']).optional(),
});

/** `GET /parcels` */
export const listParcels = defineTool({
  id: 'ParcelService.ListParcels',
  version: '1.0.0',
  title: 'List parcels',
  description: 'List parcels',
  input: z.strictObject({
    state: z.array(z.enum(['new', 'sent', 'delivered'])).optional(),
    tag: z.array(z.string()).optional(),
    limit: z.number().multipleOf(1).max(100).optional().meta({ default: 20 }),
  }),
  output: z.array(Parcel),
  annotations: { readOnly: true, openWorld: true },
  requirements: { secrets: [{ id: 'apiKey' }] },
  run: (input, context) =>
    api.call(context, 'GET', '/parcels', {
      query: { state: input.state, tag: input.tag, limit: input.limit },
      styles: { query: { state: { explode: false } } },
      auth: ['apiKey'],
    }),
});

/** `POST /parcels` */
export const createParcel = defineTool({
  id: 'ParcelService.CreateParcel',
  version: '1.0.0',
  description: 'POST /parcels',
  input: z.strictObject({ body: ParcelInput }),
  output: Parcel,
  annotations: { readOnly: false, openWorld: true },
  requirements: { secrets: [{ id: 'apiKey' }] },
  run: (input, context) =>
    api.call(context, 'POST', '/parcels', {
      body: input.body,
      auth: ['apiKey'],
    }),
});
