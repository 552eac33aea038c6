import { andThen, type ToolInfo } from '@toolwire/core';
import { encodeRequirements, jsonHeaders } from '@toolwire/core/internal';
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  isObject,
  type JsonBody,
  type ToolPage,
  type WireRoute,
} from '@toolwire/core/wire';
import { cachedBy } from '@toolwire/internal';
import { deprecationNotice } from '@toolwire/version';
import { type Decoded, unreadable, unreadableBody } from './decode-refusals.ts';
import type { OtcSettings } from './options.ts';
import { decodeSchema, defaultSchema, echoVersion } from './protocol-version.ts';

const maxBodyBytes = 64 * 1024;

/**
 * `GET /tools`. The server has chosen and ordered the tools (`catalog.ts`), without those that the caller may not see (`visible`).
 * The protocol has no pages.
 */
export function listRoute(settings: OtcSettings, refuse: WireRoute['refuse']): WireRoute {
  const encodedPageOf = cachedBy((page: ToolPage) => encodePage(page, settings.items));

  const reply = (page: ToolPage, schema: string, ifNoneMatch: string | undefined): HttpResponse => {
    const { etag, rest, bytes } = encodedPageOf(page);
    const headers = { ...jsonHeaders, 'cache-control': 'private, no-cache', etag };
    if (matches(ifNoneMatch, etag)) return { status: 304, headers };
    return { status: 200, headers, body: schema === defaultSchema ? bytes : withSchema(schema, rest) };
  };

  const list = (request: HttpRequest, bodySchema: Decoded<unknown>): Exchange => {
    const schema = bodySchema.ok
      ? decodeSchema(bodySchema.value ?? schemaInQuery(request), request, settings)
      : bodySchema;
    const sentVersion = request.header('oxp-version');
    if (!schema.ok) return { op: 'answer', response: echoVersion(sentVersion, refuse(schema.refusal)) };
    const ifNoneMatch = request.header('if-none-match');
    return { op: 'list', reply: (page) => echoVersion(sentVersion, reply(page, schema.value, ifNoneMatch)) };
  };

  const accept: WireRoute['accept'] = (request) => {
    if (!announcesBody(request)) return list(request, { ok: true, value: undefined });
    const body = request.json({ maxBytes: maxBodyBytes, anyMediaType: true });
    return andThen(body, (read) => list(request, decodeListBody(read)));
  };
  return { method: 'GET', path: `${settings.prefix}/tools`, op: 'list', accept, refuse };
}

/** Decodes the body of `GET /tools`, which may have a `$schema` (OTC-LIST-05). */
function decodeListBody(body: JsonBody): Decoded<unknown> {
  if (!body.ok) return body.problem === 'empty' ? { ok: true, value: undefined } : unreadableBody(body);
  if (isObject(body.value)) return { ok: true, value: body.value['$schema'] };
  return unreadable('The body must be a JSON object, or omitted');
}

// For callers that can't send a body with GET, such as web pages (E11).
function schemaInQuery({ query }: HttpRequest): string | null {
  return query === '' ? null : new URLSearchParams(query).get('$schema');
}

function announcesBody(request: HttpRequest): boolean {
  const length = request.header('content-length');
  return (length !== undefined && length !== '0') || request.header('transfer-encoding') !== undefined;
}

/** The response to `GET /tools`, encoded once per page. */
interface EncodedPage {
  readonly etag: string;
  /** The body after the `$schema` member, which repeats the caller's spelling. */
  readonly rest: string;
  /** The whole body with the usual `$schema`. */
  readonly bytes: Uint8Array;
}

function encodePage({ tools }: ToolPage, hasItems: boolean): EncodedPage {
  // Always an array of complete definitions (OTC-LIST-02, OTC-LIST-04), with `items` for clients of the renamed protocol (E13).
  const members = { tools: tools.map(encodeTool), ...(hasItems && { items: tools.map(encodeItem) }) };
  const rest = JSON.stringify(members).slice(1);
  return { etag: etagOf(rest), rest, bytes: new TextEncoder().encode(withSchema(defaultSchema, rest)) };
}

function withSchema(schema: string, rest: string): string {
  return `{"$schema":${JSON.stringify(schema)},${rest}`;
}

// If-None-Match compares weakly, and `*` matches everything (RFC 9110).
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((candidate) => {
    const tag = candidate.trim();
    return tag === '*' || tag === etag || `W/${tag}` === etag;
  });
}

// Weak, because the body repeats the caller's spelling of `$schema`, which is not in the tag. Two hashes similar to FNV are enough to
// distinguish listings. The tag protects no secret, so it needs no cryptography.
function etagOf(text: string): string {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  return `W/"${(high >>> 0).toString(16).padStart(8, '0')}${(low >>> 0).toString(16).padStart(8, '0')}"`;
}

/** Encodes a tool definition, with its parameters in a wrapper (OTC-DEF-08). */
function encodeTool(tool: ToolInfo): object {
  return { ...describe(tool), input_schema: { parameters: parametersOf(tool) }, ...outputAndRequirements(tool) };
}

/** Encodes a tool for the renamed protocol, with its parameters without a wrapper (E14). */
function encodeItem(tool: ToolInfo): object {
  return { ...describe(tool), input_schema: parametersOf(tool), ...outputAndRequirements(tool) };
}

// The ID ends with the version (OTC-DEF-01, OTC-DEF-05, OTC-DEF-06).
function describe(tool: ToolInfo): object {
  return {
    id: `${tool.id}@${tool.version}`,
    name: tool.name,
    description:
      tool.deprecation === undefined
        ? tool.description
        : `${tool.description} [${deprecationNotice(tool.deprecation)}]`,
    version: tool.version,
  };
}

// A definition allows no other members (OTC-DEF-15), but its schema does: `deprecated` is a keyword of JSON Schema.
function parametersOf(tool: ToolInfo): object {
  return tool.deprecation === undefined ? tool.inputSchema : { ...tool.inputSchema, deprecated: true };
}

// `compileOutput` of `@toolwire/validate` makes the schema `{}` for any output, and null for none (OTC-DEF-11).
function outputAndRequirements(tool: ToolInfo): object {
  return {
    output_schema: tool.outputSchema,
    ...(tool.requirements && { requirements: encodeRequirements(tool.requirements) }),
  };
}
