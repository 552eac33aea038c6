/** The spelling this wire writes of its own accord. */
export const defaultSchema = 'otc://1.0';

// OTC-SCHV-05, E08: the shorthand, the renamed protocol's URN, and the URLs the specification has lived at.
const shorthand = /^otc:\/\/(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$/i;
const urn = /^urn:oxp:1\.0$/i;
const published =
  /^https:\/\/(?:github\.com\/(?:OpenToolCalling\/Specification|OpenExecProtocol\/Specification|ArcadeAI\/OpenToolCalling)\/(?:tree|blob)\/main|raw\.githubusercontent\.com\/(?:OpenToolCalling\/Specification|OpenExecProtocol\/Specification|ArcadeAI\/OpenToolCalling)\/(?:refs\/heads\/)?main)\/(?:spec|specification)\/http\/1\.0\/openapi\.json$/i;

/** Tells whether a `$schema` names a version of the standard that is spoken here. */
export function isSupportedSchema(schema: string, acceptNewerMinor: boolean): boolean {
  const version = shorthand.exec(schema);
  if (version !== null) return version[1] === '1' && (version[2] === '0' || acceptNewerMinor);
  return urn.test(schema) || published.test(schema);
}

/** Reads the version headers of the renamed protocol (E12), for callers that send no `$schema`. */
export function isSupportedVersionHeader(version: string): boolean {
  return version === '1.0' || version === '1' || version === '1.0.0';
}
