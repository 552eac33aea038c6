import { type Checked, type CompiledInput, compileInput } from '@toolwire/validate';
import { ajv } from '@toolwire/validate/ajv';
import { z } from 'zod';

// Parameters in zod …
const bookTable = compileInput(
  z.object({
    guests: z.number().int().min(1).max(12).describe('How many will come.'),
    area: z.enum(['inside', 'terrace']).default('inside').describe('Where to sit.'),
  }),
);

// … or as a plain JSON Schema.
const cancelBooking = compileInput(
  {
    type: 'object',
    properties: { booking: { type: 'string', description: 'The number of the booking.' } },
    required: ['booking'],
    additionalProperties: false,
  },
  { validator: ajv() },
);

const functions = new Map<string, CompiledInput>([
  ['book_table', bookTable],
  ['cancel_booking', cancelBooking],
]);

/** The functions as models see them: a name and a JSON Schema each, from any schema library. */
export const definitions = [...functions].map(([name, { jsonSchema }]) => ({ name, parameters: jsonSchema }));

/** Validates the arguments of a model. Returns a value, or errors that the model can correct. */
export async function readArguments(name: string, sent: unknown): Promise<Checked> {
  const called = functions.get(name);
  return called?.check(sent) ?? { ok: false, message: `There is no function '${name}'`, parameterErrors: {} };
}
