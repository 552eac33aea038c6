import type { Call, MaybePromise, Outcome, ToolInfo } from '@toolwire/core';
import type { MessageContext } from '../rpc/context.ts';
import type { Answer, Reply } from '../rpc/json-rpc.ts';

/** A call of a tool that could run now, or go on as a task. */
export interface CallPlan {
  readonly tool: ToolInfo;
  readonly call: Call;
  /** Runs the tool; `changes` take the place of parts of the call, such as its lifetime. */
  readonly run: (changes: Partial<Call>) => Promise<Outcome>;
  /** Writes what came of it. */
  readonly reply: (outcome: Outcome) => MaybePromise<Reply>;
}

/** Answers a call with a task, or refuses it; `undefined` lets it run here and now. */
export type BeginTask<Request> = (
  plan: CallPlan,
  request: Request,
  context: MessageContext,
) => MaybePromise<Answer> | undefined;
