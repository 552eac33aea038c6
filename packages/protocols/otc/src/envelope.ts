/** The parts of a request that its response repeats: the `$schema`, and whether the result has a wrapper. */
export interface Envelope {
  readonly schema: string | undefined;
  readonly wrapped: boolean;
}

/** The `$schema` that this wire writes by default. */
export const defaultSchema = 'otc://1.0';

/** The envelope for a request that could not be decoded. */
export const plainEnvelope: Envelope = { schema: defaultSchema, wrapped: true };

/** The `$schema` member of an error body, next to the message and never in a wrapper (E04). */
export function schemaOf({ schema }: Envelope): { readonly $schema?: string } {
  return schema === undefined ? {} : { $schema: schema };
}

// The shorthand, the renamed protocol's URN, and the URLs of the specification (OTC-SCHV-05, E08).
const shorthand = /^otc:\/\/(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$/i;
const urn = /^urn:oxp:1\.0$/i;
const published =
  /^https:\/\/(?:github\.com\/(?:OpenToolCalling\/Specification|OpenExecProtocol\/Specification|ArcadeAI\/OpenToolCalling)\/(?:tree|blob)\/main|raw\.githubusercontent\.com\/(?:OpenToolCalling\/Specification|OpenExecProtocol\/Specification|ArcadeAI\/OpenToolCalling)\/(?:refs\/heads\/)?main)\/(?:spec|specification)\/http\/1\.0\/openapi\.json$/i;

/** Whether a `$schema` names a supported version of the standard. */
export function isSupportedSchema(schema: string, acceptNewerMinor: boolean): boolean {
  const version = shorthand.exec(schema);
  if (version !== null) return version[1] === '1' && (version[2] === '0' || acceptNewerMinor);
  return urn.test(schema) || published.test(schema);
}

/** Reads the version headers of the renamed protocol (E12), for callers that send no `$schema`. */
export function isSupportedVersionHeader(version: string): boolean {
  return version === '1.0' || version === '1' || version === '1.0.0';
}
