import type { BodyProblem, JsonBody } from '@toolwire/core/wire';

/** The limits of a request body, checked before it is parsed. `default-limits.ts` has the defaults. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** The maximum number of arrays, objects and members; `Infinity` for no limit. */
  readonly maxParts: number;
}

// `fatal`, because replacement characters would silently change IDs and values. A byte order mark is dropped (RFC 8259).
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses bytes as JSON, also for hosts without HTTP. The caller limits the length. */
export function parseJson(bytes: Uint8Array, limits: BodyLimits): JsonBody {
  if (bytes.length === 0) return unreadable('empty', limits);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return unreadable('encoding', limits);
  }
  if (textNestsDeeper(text, limits.maxDepth)) return unreadable('too_deep', limits);
  if (textHasMoreParts(text, limits.maxParts)) return unreadable('too_many_parts', limits);
  try {
    // Of members with the same name, the last counts.
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    // The parser's message quotes the body, which may contain secrets.
    return unreadable('not_json', limits);
  }
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
 * as validators and JSON.stringify, would overflow the stack (CASE-21).
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
  maxParts: number,
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
      if (parts > maxParts) return 'too_many_parts';
      for (const member of members) if (typeof member === 'object') nextLevel.push(member);
    }
    level = nextLevel;
  }
  return undefined;
}
