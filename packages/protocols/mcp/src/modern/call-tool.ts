import { andThen, type InputRequests, type MaybePromise, type Outcome } from '@toolwire/core';
import type { Fields, ToolPage } from '@toolwire/core/wire';
import { isUnknownTool, ownerOf } from '@toolwire/internal';
import type { StateSubject } from '../elicitation/request-state.ts';
import { requestsResultMeta, traceMember } from '../json-rpc/message.ts';
import type { MessageContext, Method, ModernRequest } from '../json-rpc/requests.ts';
import { errorResponse, type Reply, type RpcResponse } from '../json-rpc/responses.ts';
import { modernRevision } from '../json-rpc/revisions.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';
import { encodeOutcome } from '../tools/encode-outcome.ts';
import { encodeRefusal } from '../tools/encode-refusal.ts';
import { serverMetaOf } from '../tools/encode-result.ts';
import { createCallReports } from '../tools/progress-and-logs.ts';
import { createCall, readCall, runTool, type ToolCallRequest } from '../tools/tool-call.ts';
import { unknownTool } from '../tools/unknown-tool.ts';
import { InputExchange, readInputResponses } from './input-required.ts';
import { findParamHeaderMismatch } from './version-and-header-problems.ts';

/** `tools/call`: runs a tool and requests input from the client if the tool does. */
export function callTool(server: ServerContext): Method<ModernRequest> {
  const { index, pageOf, states, settings, tasks, challenges } = server;
  const { artifactLinks, logging } = settings;
  const serverMeta = serverMetaOf(settings);
  const inputOptions = { states, serverMeta };

  return (request, context) =>
    andThen(pageOf(context), (page) => {
      const read = readCall(request, page, index);
      if (read.error !== undefined) return errorResponse(request.id, read.error);
      const mismatch = context.header && findParamHeaderMismatch(read, context.header);
      if (mismatch !== undefined) return errorResponse(request.id, mismatch, 400);
      return andThen(
        readInputResponses(request, states, () => subjectOf(read, context)),
        ({ responses, error }) =>
          responses === undefined
            ? errorResponse(request.id, error)
            : startCall(request, context, read, page, responses),
      );
    });

  // A separate function, so that its closures don't retain the request while the tool runs.
  function startCall(
    request: ModernRequest,
    context: MessageContext,
    read: ToolCallRequest,
    page: ToolPage,
    responses: Fields,
  ): MaybePromise<RpcResponse> {
    const exchange = new InputExchange(responses, request.capabilities);
    const { hasAnswers } = exchange;
    const { progressToken, logLevel } = request;
    const { notify } = context;
    const { name: toolName } = read;
    const reports =
      notify && createCallReports({ toolName, revision: modernRevision, progressToken, logLevel, logging, notify });
    const call = createCall(request, context, read, { ask: exchange.ask, hasAnswers, ...reports });
    const includesResultMeta = settings.resultMeta || requestsResultMeta(request);
    const callMeta = includesResultMeta ? serverMeta + traceMember(request.meta) : serverMeta;
    const { callId } = call;
    const resultContext = { callId, revision: modernRevision, includesResultMeta, artifactLinks, callMeta };
    const ask = (requests: InputRequests): Promise<Reply> =>
      exchange.encode(requests, subjectOf(read, context), inputOptions);
    const reply = (outcome: Outcome): MaybePromise<Reply> => {
      // Tool calls may request input. MCP-ASK-05
      if (outcome.kind === 'input_required') return ask(outcome.requests);
      if (outcome.kind !== 'refused') return encodeOutcome(outcome, resultContext);
      if (isUnknownTool(outcome)) return { error: unknownTool(read.name, index(page)) };
      const signIns = exchange.signIns(outcome);
      return signIns === undefined
        ? encodeRefusal(outcome, resultContext, { challenges, header: context.header })
        : ask(signIns);
    };
    const startTask = read.listed?.tool.taskSupport && tasks.modern.start;
    return runTool({ request, context, read, call, startTask, reply });
  }
}

function subjectOf({ toolId, input }: ToolCallRequest, context: MessageContext): StateSubject {
  return { owner: ownerOf(context), toolId, input };
}
