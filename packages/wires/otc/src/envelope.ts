import { defaultSchema } from './protocol-version.ts';

/** What an answer repeats of its request: the `$schema` to write, and whether the result stands in a wrapper. */
export interface Envelope {
  readonly schema: string | undefined;
  readonly wrapped: boolean;
}

/** The envelope of an answer to a request that could not be read. */
export const plainEnvelope: Envelope = { schema: defaultSchema, wrapped: true };

/** The `$schema` member of an error body, which stands beside the message and never in a wrapper (E04). */
export function schemaOf({ schema }: Envelope): { readonly $schema?: string } {
  return schema === undefined ? {} : { $schema: schema };
}
