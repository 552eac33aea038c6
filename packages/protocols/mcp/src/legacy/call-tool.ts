import { andThen, type MaybePromise, type Outcome } from '@toolwire/core';
import type { ToolPage } from '@toolwire/core/wire';
import { errorResponse, type Reply, type RpcResponse } from '../json-rpc/json-rpc.ts';
import { requestsResultMeta } from '../json-rpc/message.ts';
import type { MessageContext, Method } from '../json-rpc/message-context.ts';
import type { LegacyRequest } from '../json-rpc/requests.ts';
import { traceMember } from '../json-rpc/trace-context.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';
import { encodeOutcome } from '../tools/encode-outcome.ts';
import { encodeRefusal, isUnknownTool, unknownTool } from '../tools/encode-refusal.ts';
import { createCallReports } from '../tools/progress-and-logs.ts';
import { createCall, readCall, runTool } from '../tools/tool-call.ts';
import { PendingInput } from './pending-input.ts';
import { encodeInputRequired, encodeSignIn } from './url-elicitation.ts';

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
