// `application/json`, or a type with the +json suffix.
const jsonMediaType = /^[ \t]*application\/(?:[a-z0-9!#$&^_.+-]+\+)?json(?![a-z0-9!#$&^_.+-])/iy;
// RFC 9110, 5.6.6: a name and a token or a quoted string; none at all is allowed as well.
const parameter = /[ \t]*;[ \t]*(?:([^\s=;,"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y;

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
  const wrong = typeProblem(contentType);
  if (wrong !== undefined) return wrong;
  if (contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== 'identity') {
    return 'Send the body without a Content-Encoding';
  }
  return undefined;
}

function typeProblem(contentType: string): string | undefined {
  let end = endOf(jsonMediaType, 0, contentType)?.end;
  if (end === undefined) return 'The Content-Type must be application/json';
  for (let next = endOf(parameter, end, contentType); next !== undefined; next = endOf(parameter, end, contentType)) {
    const [, name, quoted, token] = next.parts;
    if (name?.toLowerCase() === 'charset' && !/^utf-?8$/i.test(quoted ?? token ?? '')) {
      return 'The charset must be utf-8';
    }
    end = next.end;
  }
  const rest = contentType.slice(end).trim();
  if (rest === '') return undefined;
  // A header that is sent twice arrives as one, joined by a comma.
  return rest.startsWith(',')
    ? 'Send one Content-Type header, not several'
    : 'The Content-Type must be application/json';
}

function endOf(pattern: RegExp, start: number, text: string): { parts: RegExpExecArray; end: number } | undefined {
  pattern.lastIndex = start;
  const parts = pattern.exec(text);
  return parts === null ? undefined : { parts, end: pattern.lastIndex };
}
