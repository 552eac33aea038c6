import type { Call, Outcome } from '@toolwire/core';
import type { MessageContext, Method } from '../context.ts';
import { encodeOutcome } from '../encode-outcome.ts';
import { encodeRefusal } from '../encode-refusal.ts';
import { type Answer, answerWith, errorAnswer, type Reply } from '../json-rpc.ts';
import type { Parts } from '../parts.ts';
import { isUnknownTool, type ReadCall, readCall, unknownTool } from '../read-call.ts';
import { createLogReport, createProgressReport } from '../reports.ts';
import { createCall } from '../tool-call.ts';
import type { LegacyRequest } from './request.ts';
import { encodeQuestions, encodeSignIn } from './url-elicitation.ts';

/** `tools/call`: runs a tool. */
export function callTool(parts: Parts): Method<LegacyRequest> {
  return (request, context) => {
    const read = readCall(request, context.service.page(context.principal), parts.index);
    if (read.error !== undefined) return errorAnswer(request.id, read.error);
    const { ask } = request.client;
    const call = createCall(request, context, {
      toolId: read.toolId,
      input: read.input,
      ask: ask && ((requests) => ask(requests, context.lifetime.signal)),
      ...reportsOf(request, context, read.name),
    });
    const toReply = (outcome: Outcome): Reply => reply(outcome, call, request, context, read);
    const { listed } = read;
    if (parts.tasks !== undefined && listed !== undefined) {
      const plan = {
        tool: listed.tool,
        call,
        run: async (changes?: Partial<Call>): Promise<Reply> =>
          toReply(await context.service.call({ ...call, ...changes })),
      };
      const begun = parts.tasks.legacy.begin(plan, request, context);
      if (begun !== undefined) return begun;
    }
    return context.service.call(call).then((outcome): Answer => answerWith(request.id, toReply(outcome)));
  };

  function reply(
    outcome: Outcome,
    { callId }: Call,
    { client }: LegacyRequest,
    { service, principal }: MessageContext,
    { name }: ReadCall,
  ): Reply {
    const answered = { callId, dialect: client.dialect, serverMeta: '' };
    switch (outcome.kind) {
      case 'refused':
        if (isUnknownTool(outcome)) return { error: unknownTool(name, parts.index(service.page(principal))) };
        return encodeSignIn(outcome, client) ?? encodeRefusal(outcome, answered);
      case 'input_required':
        return encodeQuestions(outcome, client, answered);
      default:
        return encodeOutcome(outcome, answered);
    }
  }

  function reportsOf(
    { client, progressToken }: LegacyRequest,
    { notify }: MessageContext,
    name: string,
  ): Pick<Call, 'reportProgress' | 'reportLog'> {
    if (notify === undefined) return {};
    const { dialect, logLevel } = client;
    const { logging } = parts.settings;
    return {
      ...(progressToken !== undefined && {
        reportProgress: createProgressReport(progressToken, notify, dialect.progressMessage),
      }),
      ...(logging !== 'off' && { reportLog: createLogReport(logLevel, notify, name, logging === 'full') }),
    };
  }
}
