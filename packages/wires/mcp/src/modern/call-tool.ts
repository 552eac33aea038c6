import { andThen, type Call, type InputRequests, type MaybePromise, type Outcome } from '@toolwire/core';
import type { ToolPage } from '@toolwire/core/wire';
import type { StateSubject } from '../asking/request-state.ts';
import { isUnknownTool, type ReadCall, readCall, unknownTool } from '../calling/read-call.ts';
import { createLogReport, createProgressReport } from '../calling/reports.ts';
import { runTool } from '../calling/run-tool.ts';
import { createCall } from '../calling/tool-call.ts';
import { traceMember } from '../calling/trace-context.ts';
import type { Parts } from '../parts/parts.ts';
import { encodeOutcome } from '../results/encode-outcome.ts';
import { encodeRefusal } from '../results/encode-refusal.ts';
import { serverMetaOf } from '../results/server-meta.ts';
import { modernDialect } from '../revisions/dialect.ts';
import type { ModernRequest } from '../revisions/modern-request.ts';
import { type MessageContext, type Method, ownerOf } from '../rpc/context.ts';
import { type Answer, errorAnswer, type Reply } from '../rpc/json-rpc.ts';
import type { Fields } from '../rpc/json-shape.ts';
import { asksForOrigin } from '../rpc/meta-keys.ts';
import { wrongParamHeader } from './headers.ts';
import { Questions } from './input-required.ts';
import { readSentAnswers } from './sent-answers.ts';

/** `tools/call`: runs a tool, and asks its client for input where the tool does. */
export function callTool(parts: Parts): Method<ModernRequest> {
  const { index, pageOf, states, settings, tasks, challenges } = parts;
  const { artifactLinks } = settings;
  const serverMeta = serverMetaOf(settings);
  const asking = { states, serverMeta };

  const round = (
    request: ModernRequest,
    context: MessageContext,
    read: ReadCall,
    page: ToolPage,
    sent: Fields,
  ): MaybePromise<Answer> => {
    const questions = new Questions(sent, request.capabilities);
    const { progress, log } = reportsOf(request, context, read.name);
    const line = { ask: questions.ask, hasAnswers: questions.hasAnswers, reportProgress: progress, reportLog: log };
    const call = createCall(request, context, read, line);
    const tellsOrigin = settings.resultMeta || asksForOrigin(request);
    const callMeta = tellsOrigin ? serverMeta + traceMember(request.meta) : serverMeta;
    const answered = { callId: call.callId, dialect: modernDialect, tellsOrigin, artifactLinks, callMeta };
    const ask = (requests: InputRequests): Promise<Reply> =>
      questions.encode(requests, subjectOf(read, context), asking);
    const reply = (outcome: Outcome): MaybePromise<Reply> => {
      // MCP-ASK-05: calls of tools may ask.
      if (outcome.kind === 'input_required') return ask(outcome.requests);
      if (outcome.kind !== 'refused') return encodeOutcome(outcome, answered);
      if (isUnknownTool(outcome)) return { error: unknownTool(read.name, index(page)) };
      const signIns = questions.signIns(outcome);
      return signIns === undefined
        ? encodeRefusal(outcome, answered, { challenges, header: context.header })
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
    const { logging } = settings;
    return {
      progress: progressToken === undefined ? undefined : createProgressReport(progressToken, notify, true),
      // MCP-LOG-02: nobody is shown a line who has not asked for lines.
      log:
        logLevel === undefined || logging === 'off'
          ? undefined
          : createLogReport(logLevel, notify, name, logging === 'full'),
    };
  };

  return (request, context) => andThen(pageOf(context), (page) => answer(request, context, page));

  function answer(request: ModernRequest, context: MessageContext, page: ToolPage): MaybePromise<Answer> {
    const read = readCall(request, page, index);
    if (read.error !== undefined) return errorAnswer(request.id, read.error);
    const wrong = context.header && wrongParamHeader(read, context.header);
    if (wrong !== undefined) return errorAnswer(request.id, wrong, 400);

    return andThen(
      readSentAnswers(request, states, () => subjectOf(read, context)),
      ({ sent, error }) =>
        sent === undefined ? errorAnswer(request.id, error) : round(request, context, read, page, sent),
    );
  }
}

function subjectOf({ toolId, input }: ReadCall, context: MessageContext): StateSubject {
  return { owner: ownerOf(context), toolId, input };
}
