import { andThen, type MaybePromise } from '@toolwire/core';
import type { BodyProblem, HostBody, HostRequest, JsonBody } from '@toolwire/core/wire';
import { mediaTypeProblem } from './media-type.ts';
import { textNestsDeeper, valueNestsDeeper } from './nesting.ts';
import { textHasMoreParts, valueHasMoreParts } from './parts.ts';

/** The limits of a request body, checked before anything looks inside it. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** The most lists, objects and members; any number if left out. */
  readonly maxParts?: number | undefined;
}

/** Reads a request's body as JSON: type, size, encoding, depth and only then the parser. */
export function readJson(request: HostRequest, limits: BodyLimits, anyMediaType: boolean): MaybePromise<JsonBody> {
  if (!anyMediaType) {
    const wrong = mediaTypeProblem(request.header('content-type'), request.header('content-encoding'));
    if (wrong !== undefined) return { ok: false, problem: 'media_type', detail: wrong };
  }
  // Said to be too long: refused before a byte of it is read.
  const saidLength = request.header('content-length');
  if (saidLength !== undefined && Number(saidLength) > limits.maxBytes) return unreadable('too_large', limits);
  return andThen(request.body(limits.maxBytes), (body) => parseBody(body, limits, saidLength));
}

function parseBody(body: HostBody, limits: BodyLimits, saidLength: string | undefined): JsonBody {
  switch (body.kind) {
    case 'bytes':
      return parseJson(body.bytes, limits);
    case 'parsed':
      return checkParsed(body.value, limits);
    case 'unreadable':
      // Within our limit, and too long all the same: a parser in front has a lower one, which it does not tell.
      return body.problem === 'too_large' && Number(saidLength) <= limits.maxBytes
        ? { ok: false, problem: 'too_large', detail: "The body is longer than the app's own body parser allows" }
        : unreadable(body.problem, limits);
  }
}

function checkParsed(value: unknown, limits: BodyLimits): JsonBody {
  if (valueNestsDeeper(value, limits.maxDepth)) return unreadable('too_deep', limits);
  if (valueHasMoreParts(value, limits.maxParts ?? Number.POSITIVE_INFINITY)) {
    return unreadable('too_many_parts', limits);
  }
  return { ok: true, value };
}

// Fatal: a replacement character would change ids and values unseen. A byte order mark is dropped (RFC 8259).
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads bytes as JSON, for hosts whose messages are no bodies of HTTP; the length is theirs to limit. */
export function parseJson(bytes: Uint8Array, limits: BodyLimits): JsonBody {
  if (bytes.length === 0) return unreadable('empty', limits);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return unreadable('encoding', limits);
  }
  if (textNestsDeeper(text, limits.maxDepth)) return unreadable('too_deep', limits);
  if (limits.maxParts !== undefined && textHasMoreParts(text, limits.maxParts)) {
    return unreadable('too_many_parts', limits);
  }
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    // The parser's own words are never passed on: they quote the body, and the body may hold secrets.
    return unreadable('not_json', limits);
  }
}

function unreadable(problem: BodyProblem, limits: BodyLimits): JsonBody {
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
