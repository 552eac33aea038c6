import type { Call, Outcome } from '@toolwire/core';
import { isUnknownTool, readCall, unknownTool } from '../calling/read-call.ts';
import { createLogReport, createProgressReport } from '../calling/reports.ts';
import { runTool } from '../calling/run-tool.ts';
import { type CallLine, createCall } from '../calling/tool-call.ts';
import { traceMember } from '../calling/trace-context.ts';
import { encodeOutcome } from '../encode-outcome.ts';
import { encodeRefusal } from '../encode-refusal.ts';
import type { Parts } from '../parts.ts';
import type { MessageContext, Method } from '../rpc/context.ts';
import { errorAnswer, type Reply } from '../rpc/json-rpc.ts';
import { OpenQuestions } from './open-questions.ts';
import type { LegacyRequest } from './request.ts';
import { encodeQuestions, encodeSignIn } from './url-elicitation.ts';

/** `tools/call`: runs a tool. */
export function callTool({ index, pageOf, settings, tasks }: Parts): Method<LegacyRequest> {
  // Longer than a timer can wait is as good as for ever.
  const answerMs = Math.min(settings.stateTtlMs, 2 ** 31 - 1);
  return (request, context) => {
    const read = readCall(request, pageOf(context), index);
    if (read.error !== undefined) return errorAnswer(request.id, read.error);
    const { client } = request;
    const questions = client.ask && new OpenQuestions(client.ask, context.lifetime, answerMs);
    const call = createCall(request, context, read, lineOf(request, context, read.name, questions));
    const { dialect } = client;
    const callMeta = dialect.structured === 'none' ? '' : traceMember(request.meta);
    const answered = { callId: call.callId, dialect, callMeta };
    const reply = (outcome: Outcome): Reply => {
      questions?.end();
      if (outcome.kind === 'input_required') return encodeQuestions(outcome, client, answered);
      if (outcome.kind !== 'refused') return encodeOutcome(outcome, answered);
      if (isUnknownTool(outcome)) return { error: unknownTool(read.name, index(pageOf(context))) };
      return encodeSignIn(outcome, client) ?? encodeRefusal(outcome, answered);
    };
    return runTool({ request, context, read, call, tasks: tasks?.legacy, reply });
  };

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
