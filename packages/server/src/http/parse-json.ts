import type { BodyProblem, JsonBody } from '@toolwire/core/wire';
import { textHasMoreParts, textNestsDeeper } from './json-limits.ts';

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
