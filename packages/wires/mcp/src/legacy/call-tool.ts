import { andThen, type Call, type MaybePromise, type Outcome } from '@toolwire/core';
import type { ToolPage } from '@toolwire/core/wire';
import { longestTimerMs } from '@toolwire/internal';
import { isUnknownTool, readCall, unknownTool } from '../calling/read-call.ts';
import { createLogReport, createProgressReport } from '../calling/reports.ts';
import { runTool } from '../calling/run-tool.ts';
import { type CallLine, createCall } from '../calling/tool-call.ts';
import { traceMember } from '../calling/trace-context.ts';
import type { Parts } from '../parts/parts.ts';
import { encodeOutcome } from '../results/encode-outcome.ts';
import { encodeRefusal } from '../results/encode-refusal.ts';
import type { LegacyRequest } from '../revisions/legacy-request.ts';
import type { MessageContext, Method } from '../rpc/context.ts';
import { type Answer, errorAnswer, type Reply } from '../rpc/json-rpc.ts';
import { asksForOrigin } from '../rpc/meta-keys.ts';
import { OpenQuestions } from './open-questions.ts';
import { encodeQuestions, encodeSignIn } from './url-elicitation.ts';

/** `tools/call`: runs a tool. */
export function callTool({ index, pageOf, settings, tasks, challenges }: Parts): Method<LegacyRequest> {
  const { artifactLinks } = settings;
  // Longer than a timer can wait counts as for ever.
  const answerMs = Math.min(settings.stateTtlMs, longestTimerMs);
  return (request, context) => andThen(pageOf(context), (page) => answer(request, context, page));

  function answer(request: LegacyRequest, context: MessageContext, page: ToolPage): MaybePromise<Answer> {
    const read = readCall(request, page, index);
    if (read.error !== undefined) return errorAnswer(request.id, read.error);
    const { client } = request;
    const questions = client.ask && new OpenQuestions(client.ask, context.lifetime, answerMs);
    const call = createCall(request, context, read, lineOf(request, context, read.name, questions));
    const { dialect } = client;
    const tellsOrigin = settings.resultMeta || asksForOrigin(request);
    const callMeta = tellsOrigin && dialect.structured !== 'none' ? traceMember(request.meta) : '';
    const answered = { callId: call.callId, dialect, tellsOrigin, artifactLinks, callMeta };
    const reply = (outcome: Outcome): Reply => {
      questions?.end();
      if (outcome.kind === 'input_required') return encodeQuestions(outcome, client, answered);
      if (outcome.kind !== 'refused') return encodeOutcome(outcome, answered);
      if (isUnknownTool(outcome)) return { error: unknownTool(read.name, index(page)) };
      return encodeSignIn(outcome, client) ?? encodeRefusal(outcome, answered, { challenges, header: context.header });
    };
    return runTool({ request, context, read, call, tasks: tasks.legacy, reply });
  }

  function lineOf(
    { client, progressToken }: LegacyRequest,
    { notify }: MessageContext,
    name: string,
    questions: OpenQuestions | undefined,
  ): CallLine {
    const { dialect, logLevel } = client;
    const ask: Call['ask'] = questions && ((requests) => questions.ask(requests));
    if (notify === undefined) return { ask };
    const { logging } = settings;
    return {
      ask,
      reportProgress:
        progressToken === undefined ? undefined : createProgressReport(progressToken, notify, dialect.progressMessage),
      reportLog: logging === 'off' ? undefined : createLogReport(logLevel, notify, name, logging === 'full'),
    };
  }
}
