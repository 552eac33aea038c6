/** The parts of a request that its response repeats: the `$schema`, and whether the result has a wrapper. */
export interface Envelope {
  readonly schema: string | undefined;
  readonly wrapped: boolean;
}

/** The `$schema` that this protocol writes by default. */
export const defaultSchema = 'otc://1.0';

/** The envelope for a request that could not be decoded. */
export const plainEnvelope: Envelope = { schema: defaultSchema, wrapped: true };

/** The `$schema` member of an error body, next to the message and never in a wrapper (E04). */
export function schemaOf({ schema }: Envelope): { readonly $schema?: string } {
  return schema === undefined ? {} : { $schema: schema };
}
