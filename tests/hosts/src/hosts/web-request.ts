import type { HostException } from '../host.ts';

/** Exceptions of every framework with web-standard requests. */
export const requestExceptions: readonly HostException[] = [
  {
    number: 8,
    reason: 'a web-standard Request has no body on GET; `$schema` in the query works',
    until: 'the Fetch standard allows a body on GET',
    cases: [
      'Protocol version: an unsupported version is refused on both endpoints',
      /^Edge 25: spellings of \$schema: (?!otc:\/\/1\.0 ).* is supported and returned$/,
      /^Edge 25: spellings of \$schema: .* is refused (?:with the supported versions|because it is not a URI)$/,
      "Edge 25: spellings of $schema: a refused version is answered with the server's version and a list for developers",
      'Edge 25: spellings of $schema: a malformed body of a listing is refused',
    ],
  },
];
