import {
  andThen,
  type InputRequiredOutcome,
  type MaybePromise,
  type Outcome,
  type RefusedOutcome,
} from '@toolwire/core';
import type { ToolPage } from '@toolwire/core/wire';
import { isUnknownTool } from '@toolwire/internal';
import { supportsInputKind } from '../elicitation/client-capabilities.ts';
import { PendingInput } from '../elicitation/client-requests.ts';
import { describeRequests, signInRequests, type UrlRequest } from '../elicitation/encode-input-requests.ts';
import { rpcCodes } from '../json-rpc/errors.ts';
import { requestsResultMeta, traceMember } from '../json-rpc/message.ts';
import type { LegacyClient, LegacyRequest, MessageContext, Method } from '../json-rpc/requests.ts';
import { errorResponse, type Reply, type RpcResponse } from '../json-rpc/responses.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';
import { encodeFailed, encodeOutcome } from '../tools/encode-outcome.ts';
import { encodeRefusal } from '../tools/encode-refusal.ts';
import type { ResultContext } from '../tools/encode-result.ts';
import { createCallReports } from '../tools/progress-and-logs.ts';
import { createCall, readCall, runTool } from '../tools/tool-call.ts';
import { unknownTool } from '../tools/unknown-tool.ts';

/** `tools/call`: runs a tool. */
export function callTool({ index, pageOf, settings, tasks, challenges }: ServerContext): Method<LegacyRequest> {
  const { artifactLinks, logging } = settings;
  return (request, context) => andThen(pageOf(context), (page) => answer(request, context, page));

  function answer(request: LegacyRequest, context: MessageContext, page: ToolPage): MaybePromise<RpcResponse> {
    const read = readCall(request, page, index);
    if (read.error !== undefined) return errorResponse(request.id, read.error);
    const { client, progressToken } = request;
    const { revision, logLevel } = client;
    const input = client.ask && new PendingInput(client.ask, context.lifetime, settings.stateTtlMs);
    const { notify } = context;
    const { name: toolName } = read;
    const reports = notify && createCallReports({ toolName, revision, progressToken, logLevel, logging, notify });
    const call = createCall(request, context, read, { ask: input?.ask, ...reports });
    const includesResultMeta = settings.resultMeta || requestsResultMeta(request);
    const callMeta = includesResultMeta && revision.structured !== 'none' ? traceMember(request.meta) : '';
    const resultContext = { callId: call.callId, revision, includesResultMeta, artifactLinks, callMeta };
    const reply = (outcome: Outcome): Reply => {
      input?.end();
      if (outcome.kind === 'input_required') return encodeInputRequired(outcome, client, resultContext);
      if (outcome.kind !== 'refused') return encodeOutcome(outcome, resultContext);
      if (isUnknownTool(outcome)) return { error: unknownTool(read.name, index(page)) };
      return (
        encodeSignIn(outcome, client) ?? encodeRefusal(outcome, resultContext, { challenges, header: context.header })
      );
    };
    return runTool({ request, context, read, call, startTask: tasks.legacy.start, reply });
  }
}

/** Sends the user to the pages for a missing authorization. `undefined` if the client can't open URLs. */
function encodeSignIn(refusal: RefusedOutcome, client: LegacyClient): Reply | undefined {
  const urlRequests = Object.values(signInRequests(refusal));
  return urlRequests.length > 0 && canOpenUrls(client)
    ? { error: urlElicitationError(refusal.message, urlRequests) }
    : undefined;
}

/** Encodes input requests for clients that can't receive them: URLs as an error, everything else as text. */
function encodeInputRequired(outcome: InputRequiredOutcome, client: LegacyClient, call: ResultContext): Reply {
  const text = describeRequests(outcome.requests);
  const requests = Object.values(outcome.requests);
  const urlRequests = requests.filter((request) => request.kind === 'url');
  if (urlRequests.length > 0 && urlRequests.length === requests.length && canOpenUrls(client)) {
    return { error: urlElicitationError(text, urlRequests) };
  }
  return { result: encodeFailed({ message: text }, call, outcome) };
}

// Without a session the declared capabilities are unknown, so the revision decides.
function canOpenUrls({ revision, capabilities }: LegacyClient): boolean {
  if (!revision.urlElicitation) return false;
  return capabilities === undefined || supportsInputKind('url', capabilities);
}

function urlElicitationError(
  message: string,
  urlRequests: readonly UrlRequest[],
): { code: number; message: string; data: object } {
  const elicitations = urlRequests.map((request) => ({
    mode: 'url',
    elicitationId: crypto.randomUUID(),
    url: request.url,
    message: request.message,
  }));
  return { code: rpcCodes.urlElicitationRequired, message, data: { elicitations } };
}
