import type { Call, MaybePromise, Outcome, Principal, ToolInfo } from '@toolwire/core';
import type { MessageContext, Method } from '../context.ts';
import type { Answer, Reply, RpcError } from '../json-rpc.ts';
import type { Fields } from '../json-shape.ts';
import type { LegacyRequest } from '../legacy/request.ts';
import type { ModernRequest } from '../modern/request.ts';

/** A call of a tool that could run now, or go on as a task. */
export interface CallPlan {
  readonly tool: ToolInfo;
  readonly call: Call;
  /** Runs the tool; `changes` take the place of parts of the call, such as its lifetime. */
  readonly run: (changes: Partial<Call>) => Promise<Outcome>;
  /** Writes what came of it. */
  readonly reply: (outcome: Outcome) => MaybePromise<Reply>;
}

/** What tasks add to one era. */
export interface EraTasks<Request> {
  /** Methods to serve besides those of tools. */
  readonly methods: readonly (readonly [name: string, method: Method<Request>])[];
  /** What to announce among the server's capabilities to a caller. */
  capabilities(principal: Principal | undefined): Fields;
  /** Answers a call with a task, or refuses it; `undefined` lets it run here and now. */
  begin(plan: CallPlan, request: Request, context: MessageContext): MaybePromise<Answer> | undefined;
}

/** The tasks of one subscription. */
export interface TaskSubscription {
  /** Which of the wanted tasks there are for this caller. */
  readonly taskIds: readonly string[];
  /** Tells of them as they are, and of each change, by the parameters of a notification without their braces; ends by the function that it answers. */
  follow(tell: (params: string) => void): () => void;
}

/** Tasks for both eras. */
export interface TaskSupport {
  readonly modern: EraTasks<ModernRequest> & {
    /** Reads which tasks a client wants to hear of. */
    subscribe(taskIds: unknown, request: ModernRequest, context: MessageContext): Promise<TaskSubscription | RpcError>;
  };
  readonly legacy: EraTasks<LegacyRequest>;
}
