import { andThen, type Call, type MaybePromise } from '@toolwire/core';
import type { Caller } from '@toolwire/core/internal';
import type { Exchange, HttpRequest, HttpResponse, ToolPage, ToolService } from '@toolwire/core/wire';
import { parseToolId } from '@toolwire/version';
import { decodeCall } from './decode-call.ts';
import { encodeOutcome } from './encode-outcome.ts';
import { encodeRefusal } from './encode-refusal.ts';
import type { Profile } from './options.ts';

/** Decodes an execute request, runs the call and encodes its outcome. */
export type CallRoute = (request: HttpRequest, caller: Caller) => MaybePromise<Exchange>;

/** Creates the function behind a call route. */
export function createCallRoute(profile: Profile): CallRoute {
  return (request, caller) =>
    andThen(request.json(), (body): Exchange => {
      const decoded = decodeCall(body, request, caller);
      return decoded.ok
        ? { op: 'serve', serve: serveCall(decoded.call, decoded.token, profile) }
        : { op: 'answer', response: encodeRefusal(decoded.refusal, profile) };
    });
}

// A separate function, so that its closure keeps only the call while the tool runs, and not the whole body.
function serveCall(
  call: Call,
  token: string | undefined,
  profile: Profile,
): (service: ToolService) => MaybePromise<HttpResponse> {
  return (service) => {
    if (token === undefined) return run(call, service, profile);
    return andThen(service.page(call), (page) => run(withToken(call, token, page), service, profile));
  };
}

/** Assigns the token of a request to the first provider that its tool requires. */
function withToken(call: Call, token: string, { tools }: ToolPage): Call {
  const requested = parseToolId(call.toolId);
  if (!requested.ok) return call;
  const { id, version } = requested;
  // The latest version of a tool comes last, so it wins the ID without a version.
  const tool = tools.findLast(
    (candidate) => candidate.id === id && (version ?? candidate.version) === candidate.version,
  );
  const provider = tool?.requirements?.authorization?.[0];
  if (provider === undefined) return call;
  return { ...call, context: { ...call.context, authorization: [{ id: provider.id, token }] } };
}

function run(call: Call, service: ToolService, profile: Profile): MaybePromise<HttpResponse> {
  const { callId: executionId } = call;
  return andThen(service.call(call), (outcome) =>
    encodeOutcome(outcome, { executionId, finishedAt: Date.now(), profile }),
  );
}
