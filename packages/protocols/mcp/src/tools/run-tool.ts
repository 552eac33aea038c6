import { andThen, type Call, type MaybePromise, type Outcome, type ToolInfo } from '@toolwire/core';
import type { ServiceTasks } from '@toolwire/core/wire';
import { type Reply, type RpcResponse, toResponse } from '../json-rpc/json-rpc.ts';
import type { RpcRequest } from '../json-rpc/message.ts';
import type { MessageContext } from '../json-rpc/message-context.ts';
import type { ToolCallRequest } from './tool-call.ts';

/** A call that is ready to run, and how its era encodes the outcome. */
export interface ToolRun<Request> {
  readonly request: Request;
  readonly context: MessageContext;
  readonly read: ToolCallRequest;
  readonly call: Call;
  /** Decides whether the call continues as a task, if it may. */
  readonly startTask: StartTask<Request> | undefined;
  readonly reply: (outcome: Outcome) => MaybePromise<Reply>;
}

/** Runs a tool and encodes its outcome. The call may continue as a task instead. */
export function runTool<Request extends RpcRequest>(run: ToolRun<Request>): MaybePromise<RpcResponse> {
  const { request, context, read, call, startTask, reply } = run;
  const { service } = context;
  // Closes over only the id, so that the request is not retained while the tool runs.
  const { id } = request;
  if (startTask !== undefined && read.listed !== undefined && service.tasks !== undefined) {
    const runWith = async (changes: Partial<Call>): Promise<Outcome> => service.call({ ...call, ...changes });
    const plan = { tool: read.listed.tool, run: runWith, reply };
    const started = startTask(plan, request, context, service.tasks);
    if (started !== undefined) return started;
  }
  return andThen(andThen(service.call(call), reply), (encoded) => toResponse(id, encoded));
}

/** A tool call that can run now or continue as a task. */
export interface CallPlan {
  readonly tool: ToolInfo;
  /** Runs the tool. `changes` override properties of the call, for example its lifetime. */
  readonly run: (changes: Partial<Call>) => Promise<Outcome>;
  /** Encodes the outcome. */
  readonly reply: (outcome: Outcome) => MaybePromise<Reply>;
}

/** Responds to a call with a task or an error. `undefined` runs the call normally. */
export type StartTask<Request> = (
  plan: CallPlan,
  request: Request,
  context: MessageContext,
  tasks: ServiceTasks,
) => MaybePromise<RpcResponse> | undefined;
