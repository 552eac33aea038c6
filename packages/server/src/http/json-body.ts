import { type BodyProblem, type HostBody, type HostRequest, type JsonBody, andThen, type MaybePromise } from '@toolwire/core';
import { mediaTypeProblem } from './media-type.ts';
import { textNestsDeeper, valueNestsDeeper } from './nesting.ts';

/** The limits of a request body, checked before anything looks inside it. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/** Reads a request's body as JSON: type, size, bytes, depth and only then the parser. */
export function readJson(request: HostRequest, limits: BodyLimits, anyMediaType: boolean): MaybePromise<JsonBody> {
  if (!anyMediaType) {
    const wrong = mediaTypeProblem(request.header('content-type'), request.header('content-encoding'));
    if (wrong !== undefined) return problem('media_type', wrong);
  }
  // Said to be too long: refused before a byte of it is read.
  if (Number(request.header('content-length') ?? 0) > limits.maxBytes) return tooLarge(limits);
  return andThen(request.body(limits.maxBytes), (body) => parseBody(body, limits));
}

function parseBody(body: HostBody, limits: BodyLimits): JsonBody {
  switch (body.kind) {
    case 'bytes':
      return parseBytes(body.bytes, limits);
    case 'parsed':
      return valueNestsDeeper(body.value, limits.maxDepth) ? tooDeep(limits) : { ok: true, value: body.value };
    case 'too_large':
      return tooLarge(limits);
    case 'interrupted':
      return problem('interrupted', 'The request ended before its body did');
  }
}

// Fatal: a replacement character would change ids and values unseen. A byte order mark is dropped (RFC 8259).
const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseBytes(bytes: Uint8Array, limits: BodyLimits): JsonBody {
  if (bytes.length === 0) return problem('empty', 'The request has no body');
  if (textNestsDeeper(bytes, limits.maxDepth)) return tooDeep(limits);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return problem('encoding', 'The body is not valid UTF-8');
  }
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    // The parser's own words are never passed on: they quote the body, and the body may hold secrets.
    return problem('not_json', 'The body is not valid JSON');
  }
}

function tooLarge({ maxBytes }: BodyLimits): JsonBody {
  return problem('too_large', `The body must be at most ${maxBytes} bytes long`);
}

function tooDeep({ maxDepth }: BodyLimits): JsonBody {
  return problem('too_deep', `The body must not nest deeper than ${maxDepth} levels`);
}

function problem(what: BodyProblem, detail: string): JsonBody {
  return { ok: false, problem: what, detail };
}
