import { andThen, type Call, type MaybePromise, type Outcome } from '@toolwire/core';
import type { MessageContext } from '../rpc/context.ts';
import { type Answer, answerWith, type Reply } from '../rpc/json-rpc.ts';
import type { RpcRequest } from '../rpc/message.ts';
import type { BeginTask } from './call-plan.ts';
import type { ReadCall } from './read-call.ts';

/** A call that is ready to run, and how its era tells what comes of it. */
export interface ToolRun<Request> {
  readonly request: Request;
  readonly context: MessageContext;
  readonly read: ReadCall;
  readonly call: Call;
  /** What may let the call go on as a task instead. */
  readonly tasks: { readonly begin: BeginTask<Request> };
  readonly reply: (outcome: Outcome) => MaybePromise<Reply>;
}

/** Runs a tool and answers with what came of it; this is where a call may go on as a task instead. */
export function runTool<Request extends RpcRequest>(run: ToolRun<Request>): MaybePromise<Answer> {
  const { request, context, read, call, tasks, reply } = run;
  const { service } = context;
  // The rest of a request must not be held for as long as its tool runs.
  const { id } = request;
  if (read.listed !== undefined && service.tasks !== undefined) {
    const runWith = async (changes: Partial<Call>): Promise<Outcome> => service.call({ ...call, ...changes });
    const begun = tasks.begin({ tool: read.listed.tool, call, run: runWith, reply }, request, context);
    if (begun !== undefined) return begun;
  }
  return andThen(service.call(call), (outcome) => andThen(reply(outcome), (done) => answerWith(id, done)));
}
