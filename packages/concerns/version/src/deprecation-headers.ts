import { checkNames, type NamesOf } from '@toolwire/internal';
import { type Deprecation, parseDeprecation } from './deprecation.ts';

/** Options of `deprecationHeaders()`. */
export interface DeprecationHeaderOptions {
  /** The URL or path of the tool listing, for example `/tools`; without it, the successor is not linked. */
  readonly listing?: string | undefined;
}

const optionNames: NamesOf<DeprecationHeaderOptions> = { listing: true };

/**
 * Returns a deprecation as HTTP headers: `deprecation` (RFC 9745), `sunset` (RFC 8594) and `link`, with lower-case names.
 * Without `since`, `deprecation` is `@0`, because the header requires a date.
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

/** Percent-encodes characters that a URI may not contain, and `#`, since a fragment is appended. */
function asUriReference(text: string): string {
  return text.replace(/[^A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]/gu, (character) =>
    Array.from(
      new TextEncoder().encode(character),
      (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join(''),
  );
}
