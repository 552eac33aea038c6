import type { HttpRequest } from '@toolwire/core/wire';

// `application/json`, or a type with the +json suffix.
const jsonMediaType = /^[ \t]*application\/(?:[a-z0-9!#$&^_.+-]+\+)?json(?![a-z0-9!#$&^_.+-])/iy;
// A name with a token or a quoted string, or nothing (RFC 9110, 5.6.6).
const parameter = /[ \t]*;[ \t]*(?:([^\s=;,"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y;

/**
 * Returns what is wrong with the headers of a body that should be JSON in UTF-8. A missing type is an error: a web page can send such a
 * request to another origin without a preflight, and could call local tools.
 */
export function mediaTypeProblem(
  contentType: string | undefined,
  contentEncoding: string | undefined,
): string | undefined {
  // Nearly every caller sends exactly this.
  if (contentType === 'application/json' && contentEncoding === undefined) return undefined;
  if (contentType === undefined) return 'Send the header "Content-Type: application/json"';
  const problem = typeProblem(contentType);
  if (problem !== undefined) return problem;
  if (contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== 'identity') {
    return 'Send the body without a Content-Encoding';
  }
  return undefined;
}

function typeProblem(contentType: string): string | undefined {
  const type = matchAt(0, jsonMediaType, contentType);
  if (type === null) return 'The Content-Type must be application/json';
  let end = type[0].length;
  for (let next = matchAt(end, parameter, contentType); next !== null; next = matchAt(end, parameter, contentType)) {
    const [text, name, quoted, token] = next;
    if (name?.toLowerCase() === 'charset' && !/^utf-?8$/i.test(quoted ?? token ?? '')) {
      return 'The charset must be utf-8';
    }
    end += text.length;
  }
  const rest = contentType.slice(end).trim();
  if (rest === '') return undefined;
  // Repeated headers arrive as one, joined by a comma.
  return rest.startsWith(',')
    ? 'Send one Content-Type header, not several'
    : 'The Content-Type must be application/json';
}

function matchAt(start: number, sticky: RegExp, text: string): RegExpExecArray | null {
  sticky.lastIndex = start;
  return sticky.exec(text);
}

/** Returns what is wrong with the Transfer-Encoding. Hosts decode `chunked`, but not compression (RFC 9112, section 6.1). */
export function transferProblem(request: Pick<HttpRequest, 'header'>): string | undefined {
  const coding = request.header('transfer-encoding');
  return coding === undefined || coding.trim().toLowerCase() === 'chunked'
    ? undefined
    : 'The only supported Transfer-Encoding is chunked';
}
