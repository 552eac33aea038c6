import { type Call, InputRequired, type MaybePromise, type Outcome } from '@toolwire/core';
import type { MessageContext, Method } from '../context.ts';
import { modernDialect } from '../dialect.ts';
import { encodeOutcome } from '../encode-outcome.ts';
import { encodeRefusal } from '../encode-refusal.ts';
import { createSentAnswers, type SentAnswers } from '../input-answers.ts';
import { type Answer, answerWith, errorAnswer, type Reply, type RpcError, rpcCodes } from '../json-rpc.ts';
import { type Fields, isObject } from '../json-shape.ts';
import type { Parts } from '../parts.ts';
import { isUnknownTool, type ReadCall, readCall, unknownTool } from '../read-call.ts';
import { createLogReport, createProgressReport } from '../reports.ts';
import { createCall } from '../tool-call.ts';
import { wrongParamHeader } from './headers.ts';
import { askClient, signInRequests } from './input-required.ts';
import type { ModernRequest } from './request.ts';
import { serverMetaOf } from './server-meta.ts';

/** `tools/call`: runs a tool, and asks its client for input where the tool does. */
export function callTool(parts: Parts): Method<ModernRequest> {
  const serverMeta = serverMetaOf(parts.settings);

  return (request, context) => {
    const page = context.service.page(context.principal);
    const read = readCall(request, page, parts.index);
    if (read.error !== undefined) return errorAnswer(request.id, read.error);
    const problem = inputProblem(request);
    if (problem !== undefined) return errorAnswer(request.id, problem);
    const { listed, input } = read;
    if (listed !== undefined && context.header !== undefined && listed.paramHeaders.length > 0) {
      const wrong = wrongParamHeader(input, listed.paramHeaders, context.header);
      if (wrong !== undefined) return errorAnswer(request.id, wrong, 400);
    }
    return begin(request, context, read);
  };

  function begin(request: ModernRequest, context: MessageContext, read: ReadCall): MaybePromise<Answer> {
    const { requestState, inputResponses } = request.params;
    const sent = isObject(inputResponses) ? inputResponses : {};
    if (typeof requestState !== 'string') return run(request, context, read, sent);
    return parts.states
      .open(requestState, subjectOf(read, context))
      .then((kept) =>
        typeof kept === 'string'
          ? errorAnswer(request.id, staleState[kept])
          : run(request, context, read, { ...kept, ...sent }),
      );
  }

  function run(request: ModernRequest, context: MessageContext, read: ReadCall, sent: Fields): MaybePromise<Answer> {
    const answers = createSentAnswers(sent);
    const call = createCall(request, context, {
      toolId: read.toolId,
      input: read.input,
      ask: (requests) => {
        const found = answers.find(requests);
        return found.answers === undefined
          ? Promise.reject(new InputRequired(found.unanswered))
          : Promise.resolve(found.answers);
      },
      ...reportsOf(request, context, read.name),
    });
    const toReply = (outcome: Outcome): MaybePromise<Reply> => reply(outcome, call, request, context, read, answers);
    const { listed } = read;
    if (parts.tasks !== undefined && listed !== undefined) {
      const plan = {
        tool: listed.tool,
        call,
        run: async (changes?: Partial<Call>): Promise<Reply> =>
          toReply(await context.service.call({ ...call, ...changes })),
      };
      const begun = parts.tasks.modern.begin(plan, request, context);
      if (begun !== undefined) return begun;
    }
    return context.service
      .call(call)
      .then(toReply)
      .then((done) => answerWith(request.id, done));
  }

  function reply(
    outcome: Outcome,
    { callId }: Call,
    request: ModernRequest,
    context: MessageContext,
    read: ReadCall,
    answers: SentAnswers,
  ): MaybePromise<Reply> {
    const answered = { callId, dialect: modernDialect, serverMeta };
    switch (outcome.kind) {
      case 'refused': {
        if (isUnknownTool(outcome)) {
          return { error: unknownTool(read.name, parts.index(context.service.page(context.principal))) };
        }
        const signIns = signInRequests(outcome, request, answers);
        return signIns === undefined
          ? encodeRefusal(outcome, answered)
          : askClient(signIns, request, answers, subjectOf(read, context), parts.states, serverMeta);
      }
      case 'input_required':
        return askClient(outcome.requests, request, answers, subjectOf(read, context), parts.states, serverMeta);
      default:
        return encodeOutcome(outcome, answered);
    }
  }

  function reportsOf(
    { progressToken, logLevel }: ModernRequest,
    { notify }: MessageContext,
    name: string,
  ): Pick<Call, 'reportProgress' | 'reportLog'> {
    if (notify === undefined) return {};
    const { logging } = parts.settings;
    return {
      ...(progressToken !== undefined && { reportProgress: createProgressReport(progressToken, notify, true) }),
      ...(logLevel !== undefined &&
        logging !== 'off' && { reportLog: createLogReport(logLevel, notify, name, logging === 'full') }),
    };
  }
}

function subjectOf({ toolId, input }: ReadCall, { principal }: MessageContext): Parameters<Parts['states']['open']>[1] {
  return { principalId: principal?.id, toolId, input };
}

function inputProblem({ params }: ModernRequest): RpcError | undefined {
  const { requestState, inputResponses } = params;
  if (requestState !== undefined && typeof requestState !== 'string') {
    return { code: rpcCodes.invalidParams, message: 'The "requestState" is a string, as it came' };
  }
  if (inputResponses !== undefined && !isObject(inputResponses)) {
    return { code: rpcCodes.invalidParams, message: 'The "inputResponses" are an object with an answer for each key' };
  }
  return undefined;
}

const staleState: Readonly<Record<'forged' | 'expired', RpcError>> = {
  forged: {
    code: rpcCodes.invalidParams,
    message: 'The "requestState" is not one that was given for this call. Call the tool again without it.',
  },
  expired: {
    code: rpcCodes.invalidParams,
    message: 'The answers came too late, and the "requestState" has expired. Call the tool again without it.',
  },
};
