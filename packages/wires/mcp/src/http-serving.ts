import type { Exchange, HttpRequest, HttpResponse, JsonBody } from '@toolwire/core/wire';
import { trimmed } from './http/header-value.ts';
import { accepted } from './http/response.ts';
import { malformed, unreadableBody } from './http/unreadable.ts';
import { createLegacyHttp } from './legacy/http.ts';
import { createModernHttp } from './modern/http.ts';
import type { Parts } from './parts/parts.ts';
import { modernDialect } from './revisions/dialect.ts';
import { decodeMessage } from './rpc/decode.ts';
import type { RpcMessage } from './rpc/message.ts';
import { hasEnvelope } from './rpc/meta-keys.ts';

/** Reads a body, and hands each message to the era that it is of. */
export type ReadBody = (body: JsonBody, request: HttpRequest) => Exchange;

/** Makes the reader of an endpoint. */
export function createReadBody(parts: Parts, keepAliveMs: number): ReadBody {
  const modern = createModernHttp(parts, keepAliveMs);
  const legacy = createLegacyHttp(parts, keepAliveMs);

  return (body, request) => {
    const header = request.header('mcp-protocol-version');
    const version = header && trimmed(header);
    const isModern = (message: RpcMessage): boolean => hasEnvelope(message) || version === modernDialect.version;
    if (!body.ok) return answer(unreadableBody(body, version));
    if (Array.isArray(body.value)) {
      return version === modernDialect.version
        ? answer(malformed(noBatches, version, undefined))
        : legacy.batch(body.value, version, request);
    }
    const message = decodeMessage(body.value);
    switch (message.kind) {
      case 'request':
        return isModern(message) ? modern.request(message, request) : legacy.request(message, version, request);
      case 'notification':
        // MCP-RPC-04: nothing but a status, whether the method is known or not.
        return answer(isModern(message) ? modern.notification(message, request) : accepted);
      case 'response':
        // Only what the server asks for has an answer, and over HTTP it asks for nothing.
        return answer(version === modernDialect.version ? malformed(nothingAsked, version, undefined) : accepted);
      case 'malformed':
        return answer(malformed(message.problem, version, message.id));
    }
  };
}

const noBatches = 'This revision has no batches: send one message at a time';
const nothingAsked = 'A client sends requests and notifications; this is an answer, and nothing was asked';

function answer(response: HttpResponse): Exchange {
  return { op: 'answer', response };
}
