import type { BodyProblem, HttpRequest, JsonBody } from '@toolwire/core/wire';

/** The limits of a request body, checked before it is parsed. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** The maximum number of arrays, objects and members; unlimited by default. */
  readonly maxParts?: number | undefined;
}

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

/** A body that can't be read, with an explanation for the caller. Protocols choose its HTTP status: for OTC, see `otc/src/http-status.ts`. */
export function unreadable(problem: BodyProblem, limits: BodyLimits): JsonBody {
  return { ok: false, problem, detail: explain(problem, limits) };
}

function explain(problem: BodyProblem, { maxBytes, maxDepth, maxParts }: BodyLimits): string {
  switch (problem) {
    case 'too_large':
      return `The body must be at most ${maxBytes} bytes long`;
    case 'media_type':
      return 'The body must be application/json in UTF-8, without a Content-Encoding';
    case 'encoding':
      return 'The body is not valid UTF-8';
    case 'too_deep':
      return `The body must not nest deeper than ${maxDepth} levels`;
    case 'too_many_parts':
      return `The body must have at most ${maxParts} parts: lists, objects and their members`;
    case 'not_json':
      return 'The body is not valid JSON';
    case 'empty':
      return 'The request has no body';
    case 'interrupted':
      return 'The request ended before its body did';
  }
}

/**
 * Whether JSON text nests deeper than a limit. Checked before parsing: the parser accepts any depth, but recursive code behind it, such
 * as validators and JSON.stringify, would overflow the stack.
 */
export function textNestsDeeper(text: string, limit: number): boolean {
  // Nearly all requests have too few brackets to nest that deep, even with those inside strings.
  if (!hasMoreOpenings(text, limit)) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charAt(index)) {
      case '"':
        index = endOfString(text, index);
        break;
      case '{':
      case '[':
        if (++depth > limit) return true;
        break;
      case '}':
      case ']':
        depth--;
        break;
      default:
    }
  }
  return false;
}

// `indexOf` compares many characters at once.
function hasMoreOpenings(text: string, limit: number): boolean {
  let openings = 0;
  for (let index = text.indexOf('{'); index !== -1; index = text.indexOf('{', index + 1)) {
    if (++openings > limit) return true;
  }
  for (let index = text.indexOf('['); index !== -1; index = text.indexOf('[', index + 1)) {
    if (++openings > limit) return true;
  }
  return false;
}

/** The index of the closing quote of the string that opens at `start`, or the length of the text. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '"') return index;
    if (text[index] === '\\') index++;
  }
  return text.length;
}

/**
 * Whether JSON text has more arrays, objects and comma-separated members than a limit. Each takes memory while its call runs; a small
 * one, such as `{}`, takes twenty times its size in the request.
 */
export function textHasMoreParts(text: string, limit: number): boolean {
  // Nearly all requests are shorter than the limit.
  if (text.length <= limit) return false;
  let parts = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === ',' || character === '{' || character === '[') {
      if (++parts > limit) return true;
    }
  }
  return false;
}

/** The same two limits for a value that a host has parsed, without recursion. */
export function valueProblem(
  value: unknown,
  maxDepth: number,
  maxParts?: number,
): 'too_deep' | 'too_many_parts' | undefined {
  let level: unknown[] = [value];
  let parts = 0;
  for (let depth = 0; level.length > 0; depth++) {
    const nextLevel: unknown[] = [];
    for (const part of level) {
      if (typeof part !== 'object' || part === null) continue;
      if (depth >= maxDepth) return 'too_deep';
      const members = Object.values(part) as unknown[];
      parts += Math.max(1, members.length);
      if (maxParts !== undefined && parts > maxParts) return 'too_many_parts';
      for (const member of members) if (typeof member === 'object') nextLevel.push(member);
    }
    level = nextLevel;
  }
  return undefined;
}
