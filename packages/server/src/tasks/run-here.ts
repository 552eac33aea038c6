import type { InputAnswer, InputRequest } from '@toolwire/core';
import {
  type Call,
  type Deferral,
  type InputAnswers,
  type InputRequests,
  InputRequired,
  type Outcome,
} from '@toolwire/core';
import { areAskable } from '@toolwire/core/wire';
import type { TaskContext, TaskEnd } from '@toolwire/tasks';
import type { ReadyCall } from '../ready-call.ts';
import { keptEnd } from './kept-outcome.ts';
import { progressText } from './progress-text.ts';
import { asksForEver } from './run-kept-call.ts';

type Context = TaskContext<InputRequest, InputAnswer>;

/** Runs a call as a task of this process: it ends with that, and waits in place for what it asks. */
export async function runHere(
  call: ReadyCall,
  { askable }: Deferral,
  context: Context,
  run: (call: Call) => Promise<Outcome>,
): Promise<TaskEnd> {
  const ask = async (requests: InputRequests): Promise<InputAnswers> => {
    if (!areAskable(requests, askable)) throw new InputRequired(requests);
    return context.ask(requests);
  };
  const again = callAgain(call, context, ask);
  const asked = new Set<string>();
  for (;;) {
    const outcome = await run(again);
    if (outcome.kind !== 'input_required' || !areAskable(outcome.requests, askable)) {
      return keptEnd(outcome, call.callId);
    }
    // By a tool that only runs again with the answers.
    const keys = Object.keys(outcome.requests);
    if (keys.every((key) => asked.has(key))) return keptEnd({ ...asksForEver, tool: call.tool }, call.callId);
    for (const key of keys) asked.add(key);
    await context.ask(outcome.requests);
  }
}

function callAgain(call: ReadyCall, context: Context, ask: NonNullable<Call['ask']>): Call {
  const { wire, toolId, tool, callId, idempotencyKey, traceId, input, principal, isCallerKnown } = call;
  return {
    wire,
    toolId,
    found: tool,
    callId,
    idempotencyKey,
    traceId,
    input,
    context: call.context,
    principal,
    isCallerKnown,
    // Whoever cancels a task, or lets its time pass, does not come back for the answer.
    lifetime: { signal: context.signal, endsDeliberately: true },
    // As long as the task is kept, also for a tool that minds no signal; the server's default is for callers who wait.
    timeLimitMs: context.ttlMs,
    values: call.values,
    reportProgress: (done, total, message) => context.say(progressText(done, total, message)),
    ask,
    propagated: call.propagated,
    logger: call.logger,
    // Its process is the only one that could run it again.
    task: { id: context.taskId, saved: undefined, save: () => Promise.resolve() },
  };
}
