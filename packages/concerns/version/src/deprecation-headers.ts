import { checkNames, type NamesOf } from '@toolwire/internal';
import { type Deprecation, parseDeprecation } from './deprecation.ts';

/** Where the successor of a tool can be read about. */
export interface DeprecationHeaderOptions {
  /** The URL or path of the tool listing, such as `/tools`; left out, no link to the successor is given. */
  readonly listing?: string | undefined;
}

const optionNames: NamesOf<DeprecationHeaderOptions> = { listing: true };

/**
 * Writes a deprecation as headers of HTTP: `deprecation` (RFC 9745), `sunset` (RFC 8594) and `link`, under lower-case names.
 * Without a date, `deprecation` is `@0`: the field must hold a date, and one long past says only that it has happened.
 */
export function deprecationHeaders(
  deprecation: Deprecation,
  options: DeprecationHeaderOptions = {},
): Record<string, string> {
  checkNames('deprecationHeaders()', options, optionNames);
  const { since, sunset, successor, link } = parseDeprecation(deprecation);
  const headers: Record<string, string> = { deprecation: `@${Math.floor((since?.getTime() ?? 0) / 1000)}` };
  if (sunset !== undefined) headers['sunset'] = sunset.toUTCString();

  const links: string[] = [];
  if (link !== undefined) links.push(`<${link}>; rel="deprecation"`);
  if (link !== undefined && sunset !== undefined) links.push(`<${link}>; rel="sunset"`);
  if (successor !== undefined && options.listing !== undefined) {
    links.push(`<${asUriReference(options.listing)}#${successor}>; rel="successor-version"`);
  }
  if (links.length > 0) headers['link'] = links.join(', ');
  return headers;
}

/** Percent-encodes whatever a URI may not contain, and `#`, since the fragment is ours. */
function asUriReference(text: string): string {
  return text.replace(/[^A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]/gu, (character) =>
    Array.from(
      new TextEncoder().encode(character),
      (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join(''),
  );
}
