import { addHeaders } from '@toolwire/core/internal';
import { type HttpRequest, type HttpResponse, present } from '@toolwire/core/wire';
import { type Decoded, refused, unreadable } from './decode-refusals.ts';
import type { OtcSettings } from './options.ts';

/** The `$schema` that this protocol writes by default. */
export const defaultSchema = 'otc://1.0';

/** Decodes the requested version of the standard; the latest by default (OTC-SCHV-03, OTC-CALL-03, OTC-SCHV-04). */
export function decodeSchema(sent: unknown, request: HttpRequest, settings: OtcSettings): Decoded<string> {
  if (!present(sent)) {
    const header = request.header('otc-version') ?? request.header('oxp-version');
    if (header !== undefined && !isSupportedVersionHeader(header.trim())) return unsupported();
    return { ok: true, value: defaultSchema };
  }
  if (sent === defaultSchema) return { ok: true, value: sent };
  if (typeof sent !== 'string' || !/^[A-Za-z][A-Za-z0-9+.-]*:[^\s]+$/.test(sent)) {
    return unreadable(`"$schema" must be a URI such as ${defaultSchema}`);
  }
  return isSupportedSchema(sent, settings.acceptNewerMinor) ? { ok: true, value: sent } : unsupported();
}

// The shorthand, the renamed protocol's URN, and the URLs of the specification (OTC-SCHV-05, E08).
const shorthand = /^otc:\/\/1\.(0|[1-9][0-9]*)$/i;
const urn = /^urn:oxp:1\.0$/i;
const published =
  /^https:\/\/(?:github\.com\/(?:OpenToolCalling\/Specification|OpenExecProtocol\/Specification|ArcadeAI\/OpenToolCalling)\/(?:tree|blob)\/main|raw\.githubusercontent\.com\/(?:OpenToolCalling\/Specification|OpenExecProtocol\/Specification|ArcadeAI\/OpenToolCalling)\/(?:refs\/heads\/)?main)\/(?:spec|specification)\/http\/1\.0\/openapi\.json$/i;

/** Whether a `$schema` names a supported version of the standard. */
function isSupportedSchema(schema: string, acceptNewerMinor: boolean): boolean {
  const minor = shorthand.exec(schema)?.[1];
  // By default a newer minor version is refused, because its client may depend on it (E10).
  if (minor !== undefined) return minor === '0' || acceptNewerMinor;
  return urn.test(schema) || published.test(schema);
}

/** Whether a version header (E12) names a supported version. */
function isSupportedVersionHeader(version: string): boolean {
  return version === '1.0' || version === '1' || version === '1.0.0';
}

/** Adds the version header of the renamed protocol to a response, if its request had it (E12, E69). */
export function echoVersion(sentVersion: string | undefined, response: HttpResponse): HttpResponse {
  return sentVersion === undefined ? response : addHeaders(response, { 'oxp-version': '1.0' });
}

// OTC-SCHV-06, OTC-CALL-07b
function unsupported(): Decoded<never> {
  return refused(
    'unsupported_protocol_version',
    'This version of Open Tool Calling is not supported',
    `Supported: ${defaultSchema} (also spelled urn:oxp:1.0)`,
  );
}
