import type { HostException } from '../host.ts';

/** Exceptions of every framework with web-standard requests. */
export const requestExceptions: readonly HostException[] = [
  {
    number: 8,
    reason: 'a web-standard Request has no body on GET; `$schema` in the query works',
    until: 'the Fetch standard allows a body on GET',
    cases: [
      /^Edge 25: spellings of \$schema: (?!otc:\/\/1\.0 ).* is supported and returned$/,
      /^Edge 25: spellings of \$schema: .* is refused (?:with the supported versions|because it is not a URI)$/,
      "Edge 25: spellings of $schema: a refused version is answered with the server's version and a list for developers",
      'Edge 25: spellings of $schema: a malformed body of a listing is refused',
    ],
  },
];

/** Frameworks that read the header fields of a request from an object of Node. */
export const firstFieldException: HostException = {
  number: 20,
  reason: 'the framework passes on only the first of several Authorization or Content-Type fields, as Node keeps it',
  until: 'the framework reads repeated fields',
  cases: [
    'Edge 22: content types: a call with two content types is refused',
    /^Credentials: tokens in the wrong form: a valid token in an invalid form is refused: (?:two valid headers|a valid header before an invalid one)$/,
    'Credentials: tokens in the wrong form: every refusal is the same as without credentials',
  ],
};

export const headLengthException: HostException = {
  number: 21,
  reason: 'the framework sends no Content-Length in responses to HEAD',
  until: 'the framework keeps the header',
  cases: [/HEAD .*returns the status and headers of GET$/],
};

export const resolvedPathException: HostException = {
  number: 22,
  reason: 'the framework resolves dots and backslashes before the app sees the path',
  until: 'the framework passes the path on as it was sent',
  cases: [/^Edge 24: methods and paths: \/tools(?:\/(?:\.\.|%2e%2e)\/tools|\/\.\/call|\\call) is not found$/],
};

export const absoluteTargetException: HostException = {
  number: 23,
  reason: 'the framework does not serve requests whose target is an absolute URL',
  until: 'the framework follows RFC 9112, section 3.2.2',
  cases: ['HTTP: heads: a call with an absolute URL as its path runs once'],
};

export const asteriskException: HostException = {
  number: 24,
  reason: 'the framework responds to OPTIONS * with 500',
  until: 'the framework accepts the target `*`',
  cases: [/the server keeps running after OPTIONS \*$/],
};

export const queryException: HostException = {
  number: 25,
  reason: 'the framework encodes the query again',
  until: 'the framework passes the query on as it was sent',
  cases: ['Mounting: method, path, query and repeated headers arrive unchanged'],
};

/** The check against forms of other sites, which refuses a request before the code of the app. */
export const originCheckException: HostException = {
  number: 26,
  reason: 'the framework answers requests that a form could send with 403, if their Origin is not the site',
  until: 'the framework limits the check to routes with forms',
  cases: [
    'Middleware before the tools: headers of the app are on every response',
    /^Bodies: a body of (?:another content type|a form) is refused with an error of the standard, and nothing runs$/,
    'Order of refusals: media type is reported before every later flaw',
    'Order of refusals: each kind of flaw has a different message',
    'Canaries: no part of a token, a secret or a credential is returned: a media type',
    /^Edge 22: content types: a call is refused as "(?:text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)/,
    'Edge 22: content types: a call with a refused type runs nothing',
    'Edge 24: methods and paths: a refused body on a keep-alive connection does not break the next request',
    'Credentials: none: the refusal does not depend on the body: another content type',
    'Order of refusals: credentials is reported before every later flaw',
    'Order of refusals: a call with every flaw gets one error at a time as they are fixed, and finally runs',
    'Canaries: no error repeats the credentials of an authenticated caller',
  ],
};
