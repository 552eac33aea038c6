// `application/json`, or a type with the +json suffix, with parameters; one field only, so a repeated header fails.
const jsonMediaType = /^application\/(?:json|[a-z0-9!#$&^_.-]+\+json)[ \t]*(?:;(.*))?$/i;
const charset = /^[ \t]*charset[ \t]*=[ \t]*"?([^";, \t]+)"?[ \t]*$/i;

/**
 * Says what is wrong with the headers that describe a body, or nothing when it is JSON in UTF-8.
 * A missing type is refused as well: a web page may send one across origins unasked, and so could call local tools.
 */
export function mediaTypeProblem(
  contentType: string | undefined,
  contentEncoding: string | undefined,
): string | undefined {
  // What nearly every caller sends.
  if (contentType === 'application/json' && contentEncoding === undefined) return undefined;
  if (contentType === undefined) return 'Send the header "Content-Type: application/json"';
  const matched = jsonMediaType.exec(contentType.trim());
  if (matched === null) return 'The Content-Type must be application/json';
  for (const parameter of (matched[1] ?? '').split(';')) {
    const named = charset.exec(parameter);
    if (named !== null && !/^utf-?8$/i.test(named[1] ?? '')) return 'The charset must be utf-8';
    if (parameter.includes(',')) return 'Send one Content-Type header, not several';
  }
  if (contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== 'identity') {
    return 'Send the body without a Content-Encoding';
  }
  return undefined;
}
