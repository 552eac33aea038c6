// Imported from api.yaml. Edit it: the next import keeps your edits.
import { defineTool } from 'toolwire';
import { z } from 'zod';
import { api } from './http.ts';

const Base = z.looseObject({ id: z.string() });

const Card = z.looseObject({ kind: z.string(), last4: z.string() });

const Transfer = z.looseObject({ kind: z.string(), iban: z.string().nullable().optional() });

const Method = z.union([
  z.intersection(Card, z.looseObject({ kind: z.literal('card') })),
  z.intersection(Transfer, z.looseObject({ kind: z.literal('transfer') })),
]);

const Payment = z.intersection(Base, z.looseObject({
  amount: z.number().multipleOf(1).min(1).meta({ examples: [1250] }),
  currency: z.enum(['EUR', 'USD']).optional().meta({ default: 'EUR' }),
  method: Method,
  metadata: z.record(z.string(), z.string()).optional(),
  labels: z.array(z.string()).max(5).optional().meta({ uniqueItems: true }),
}));

const BaseInput = z.looseObject({ secret: z.string().optional() });

const PaymentInput = z.intersection(BaseInput, z.looseObject({
  amount: z.number().multipleOf(1).min(1).meta({ examples: [1250] }),
  currency: z.enum(['EUR', 'USD']).optional().meta({ default: 'EUR' }),
  method: Method,
  metadata: z.record(z.string(), z.string()).optional(),
  labels: z.array(z.string()).max(5).optional().meta({ uniqueItems: true }),
}));

/** `GET /payments` */
export const paymentsList = defineTool({
  id: 'Payments.PaymentsList',
  version: '1.0.0',
  title: 'List payments',
  description: 'List payments',
  input: z.strictObject({
    filter: z.looseObject({ currency: z.string().optional() }).optional(),
    created_gte: z.string().optional().meta({ format: 'date-time' }),
  }),
  output: z.looseObject({ data: z.array(Payment) }),
  annotations: { readOnly: true, openWorld: true },
  requirements: { authorization: [{ id: 'token' }] },
  run: (input, context) =>
    api.call(context, 'GET', '/payments', {
      query: { filter: input.filter, 'created[gte]': input.created_gte },
      styles: { query: { filter: { style: 'deepObject' } } },
      auth: ['token'],
    }),
});

/** `POST /payments` */
export const paymentsCreate = defineTool({
  id: 'Payments.PaymentsCreate',
  version: '1.0.0',
  description: 'Create a payment.\n\nIt is booked at once: there\'s no way back */ `${here}`.',
  input: z.strictObject({ body: PaymentInput }),
  output: Payment,
  annotations: { readOnly: false, openWorld: true },
  requirements: { authorization: [{ id: 'token' }] },
  run: (input, context) =>
    api.call(context, 'POST', '/payments', {
      body: input.body,
      auth: ['token'],
      isRepeatable: true,
    }),
});
