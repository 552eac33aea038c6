import {
  type Call,
  type Deferral,
  type InputAnswer,
  type InputAnswers,
  type InputRequest,
  type InputRequests,
  InputRequired,
  type Outcome,
} from '@toolwire/core';
import { areAskable } from '@toolwire/core/internal';
import type { TaskContext, TaskEnd } from '@toolwire/tasks';
import { downstreamKeyOf } from '../run/downstream-key.ts';
import type { ResolvedCall } from '../run/resolved-call.ts';
import { settingsOfRun } from './stored-call.ts';
import { taskEndOf, tooManyQuestions } from './stored-outcome.ts';

type Context = TaskContext<InputRequest, InputAnswer>;

/** Runs a call as a task of this process. It ends with the process, and waits here for requested input. */
export async function runInProcess(
  call: ResolvedCall,
  { askable }: Deferral,
  context: Context,
  run: (call: Call) => Promise<Outcome>,
): Promise<TaskEnd> {
  const ask = async (requests: InputRequests): Promise<InputAnswers> => {
    if (!areAskable(requests, askable)) throw new InputRequired(requests);
    return context.ask(requests);
  };
  const taskCall = taskRunCall(call, context, ask);
  const answeredKeys = new Set<string>();
  for (;;) {
    const outcome = await run(taskCall);
    if (outcome.kind !== 'input_required' || !areAskable(outcome.requests, askable)) {
      return taskEndOf(outcome, call.callId);
    }
    // The tool threw `InputRequired` and runs again with the answers.
    const keys = Object.keys(outcome.requests);
    if (keys.every((key) => answeredKeys.has(key))) {
      return taskEndOf({ ...tooManyQuestions, tool: call.tool }, call.callId);
    }
    for (const key of keys) answeredKeys.add(key);
    await context.ask(outcome.requests);
  }
}

function taskRunCall(call: ResolvedCall, context: Context, ask: NonNullable<Call['ask']>): Call {
  const { wire, toolId, tool, callId, callerCallId, traceId, input, principal, isCallerKnown, client, sessionId } =
    call;
  return {
    wire,
    toolId,
    namedTool: tool,
    callId,
    callerCallId,
    traceId,
    input,
    context: call.context,
    principal,
    isCallerKnown,
    client,
    sessionId,
    values: call.values,
    ...settingsOfRun(context),
    ask,
    propagated: call.propagated,
    logger: call.logger,
    // No other process could resume it, so nothing is saved.
    task: {
      id: context.taskId,
      idempotencyKey: downstreamKeyOf(call),
      saved: undefined,
      save: () => Promise.resolve(),
    },
  };
}
