import { andThen, type Call, type InputRequests, type MaybePromise, type Outcome } from '@toolwire/core';
import type { Fields, ToolPage } from '@toolwire/core/wire';
import type { StateSubject } from '../elicitation/request-state.ts';
import { errorResponse, type Reply, type RpcResponse } from '../json-rpc/json-rpc.ts';
import { requestsResultMeta } from '../json-rpc/message.ts';
import { type MessageContext, type Method, ownerOf } from '../json-rpc/message-context.ts';
import type { ModernRequest } from '../json-rpc/requests.ts';
import { modernRevision } from '../json-rpc/supported-revisions.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';
import { encodeOutcome } from '../tools/encode-outcome.ts';
import { encodeRefusal } from '../tools/encode-refusal.ts';
import { createLogReport, createProgressReport } from '../tools/progress-and-logs.ts';
import { serverMetaOf } from '../tools/result-text.ts';
import {
  createCall,
  isUnknownTool,
  readCall,
  runTool,
  type ToolCallRequest,
  traceMember,
  unknownTool,
} from '../tools/tool-call.ts';
import { InputExchange, readInputResponses } from './input-required.ts';
import { findParamHeaderMismatch } from './request-checks.ts';

/** `tools/call`: runs a tool and requests input from the client if the tool does. */
export function callTool(server: ServerContext): Method<ModernRequest> {
  const { index, pageOf, states, settings, tasks, challenges } = server;
  const { artifactLinks } = settings;
  const serverMeta = serverMetaOf(settings);
  const inputOptions = { states, serverMeta };

  const startCall = (
    request: ModernRequest,
    context: MessageContext,
    read: ToolCallRequest,
    page: ToolPage,
    responses: Fields,
  ): MaybePromise<RpcResponse> => {
    const exchange = new InputExchange(responses, request.capabilities);
    const { progress, log } = reportsOf(request, context, read.name);
    const callbacks = { ask: exchange.ask, hasAnswers: exchange.hasAnswers, reportProgress: progress, reportLog: log };
    const call = createCall(request, context, read, callbacks);
    const includesResultMeta = settings.resultMeta || requestsResultMeta(request);
    const callMeta = includesResultMeta ? serverMeta + traceMember(request.meta) : serverMeta;
    const resultContext = {
      callId: call.callId,
      revision: modernRevision,
      includesResultMeta,
      artifactLinks,
      callMeta,
    };
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
    return runTool({ request, context, read, call, tasks: tasks.modern, reply });
  };

  const reportsOf = (
    { progressToken, logLevel }: ModernRequest,
    { notify }: MessageContext,
    name: string,
  ): { readonly progress?: Call['reportProgress']; readonly log?: Call['reportLog'] } => {
    if (notify === undefined) return {};
    return {
      progress: progressToken === undefined ? undefined : createProgressReport(progressToken, notify, true),
      // Only clients that request log lines receive them. MCP-LOG-02
      log: logLevel === undefined || !settings.logging ? undefined : createLogReport(logLevel, notify, name),
    };
  };

  return (request, context) => andThen(pageOf(context), (page) => answer(request, context, page));

  function answer(request: ModernRequest, context: MessageContext, page: ToolPage): MaybePromise<RpcResponse> {
    const read = readCall(request, page, index);
    if (read.error !== undefined) return errorResponse(request.id, read.error);
    const wrong = context.header && findParamHeaderMismatch(read, context.header);
    if (wrong !== undefined) return errorResponse(request.id, wrong, 400);

    return andThen(
      readInputResponses(request, states, () => subjectOf(read, context)),
      ({ responses, error }) =>
        responses === undefined ? errorResponse(request.id, error) : startCall(request, context, read, page, responses),
    );
  }
}

function subjectOf({ toolId, input }: ToolCallRequest, context: MessageContext): StateSubject {
  return { owner: ownerOf(context), toolId, input };
}
