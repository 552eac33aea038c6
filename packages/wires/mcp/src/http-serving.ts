import { isPromise, type MaybePromise } from '@toolwire/core';
import type { Exchange, HttpRequest, HttpResponse, JsonBody } from '@toolwire/core/wire';
import { trimmed } from './http/header-value.ts';
import { accepted } from './http/response.ts';
import { refuseVersion } from './http/unknown-version.ts';
import { malformed, unreadableBody } from './http/unreadable.ts';
import { createLegacyHttp, type LegacySender } from './legacy/http.ts';
import { createModernHttp } from './modern/http.ts';
import type { Parts } from './parts/parts.ts';
import { modernDialect } from './revisions/dialect.ts';
import { type Decoded, decodeMessage } from './rpc/decode.ts';
import type { RpcMessage } from './rpc/message.ts';
import { hasEnvelope } from './rpc/meta-keys.ts';
import { unknownSession } from './sessions/refuse-session.ts';
import type { Told } from './sessions/session.ts';
import type { FoundSession, Sessions } from './sessions/sessions.ts';

/** Reads a body, and hands each message to the era that it is of. */
export type ReadBody = (body: JsonBody, request: HttpRequest) => MaybePromise<Exchange>;

/** Makes the reader of an endpoint. */
export function createReadBody(parts: Parts, keepAliveMs: number, sessions: Sessions | undefined): ReadBody {
  const modern = createModernHttp(parts, keepAliveMs);
  const legacy = createLegacyHttp(parts, keepAliveMs, sessions);

  return (body, request) => {
    const header = request.header('mcp-protocol-version');
    const version = header && trimmed(header);
    if (!body.ok) return answer(unreadableBody(body, version));
    if (Array.isArray(body.value)) {
      const messages: readonly unknown[] = body.value;
      return version === modernDialect.version
        ? answer(malformed(noBatches, version, undefined))
        : inSession(request, version, messages);
    }
    const message = decodeMessage(body.value);
    switch (message.kind) {
      case 'request':
        if (isModern(message, version)) return modern.request(message, request);
        return inSession(request, version, message);
      case 'notification':
        // MCP-RPC-04: nothing but a status, whether the method is known or not.
        if (isModern(message, version)) return answer(modern.notification(message, request));
        return inSession(request, version, message);
      case 'response':
        if (version === modernDialect.version) return answer(malformed(nothingAsked, version, undefined));
        return inSession(request, version, message);
      case 'malformed':
        return answer(malformed(message.problem, version, message.id));
    }
  };

  /** Goes on with what is known of the sender, if its session is one. */
  function inSession(http: HttpRequest, version: string | undefined, sent: Sent): MaybePromise<Exchange> {
    const request = 'kind' in sent && sent.kind === 'request' ? sent : undefined;
    // Who begins anew may still send the id of what has ended.
    const found = sessions === undefined || request?.method === 'initialize' ? 'none' : sessions.find(http);
    if (isPromise(found)) return found.then((session) => serve(sent, version, session, http));
    return serve(sent, version, found, http);
  }

  function serve(
    sent: Sent,
    version: string | undefined,
    found: FoundSession,
    http: HttpRequest,
  ): MaybePromise<Exchange> {
    if (found === 'unknown') {
      return answer(unknownSession(version, 'kind' in sent && sent.kind === 'request' ? sent.id : undefined));
    }
    const sender = { version, session: found === 'none' ? undefined : found, http };
    if (!('kind' in sent)) return legacy.batch(sent, sender);
    return sent.kind === 'request' ? legacy.request(sent, sender) : take(sent, sender);
  }
}

/** What came in a body: one message, or a batch of what may be some. */
type Sent = Exclude<Decoded, { readonly kind: 'malformed' }> | readonly unknown[];

function isModern(message: RpcMessage, version: string | undefined): boolean {
  return hasEnvelope(message) || version === modernDialect.version;
}

const noBatches = 'This revision has no batches: send one message at a time';
const nothingAsked = 'A client sends requests and notifications; this is an answer, and nothing was asked';

function answer(response: HttpResponse): Exchange {
  return { op: 'answer', response };
}

/** Takes what no answer is owed to; nothing of it counts in a version that is not spoken. */
function take(message: Told, { version, session }: LegacySender): MaybePromise<Exchange> {
  const refused = refuseVersion(version);
  if (refused !== undefined) return answer(refused);
  const taken = session?.take(message);
  return taken === undefined ? answer(accepted) : taken.then(() => answer(accepted));
}
