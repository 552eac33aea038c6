import type { ServiceTask, ServiceTasks } from '@toolwire/core/wire';
import { invalidParams, type RpcError } from '../json-rpc/errors.ts';
import type { SharedText } from '../json-rpc/outgoing-text.ts';
import type { Capabilities, LegacyRequest, MessageContext, Method, ModernRequest } from '../json-rpc/requests.ts';
import type { StartTask } from '../tools/tool-call.ts';

/** The tasks of one era. */
interface EraTasks<Request> {
  /** Additional methods. */
  readonly methods: readonly (readonly [name: string, method: Method<Request>])[];
  readonly start: StartTask<Request>;
  /** The capabilities to announce to a caller. */
  capabilities(context: MessageContext): Capabilities;
}

/** The tasks in one subscription. */
export interface TaskSubscription {
  /** The requested tasks that exist for this caller. */
  readonly taskIds: readonly string[];
  /** Sends the current state of each task and each change: its ID and encoded parameters without braces. Returns a function that stops it. */
  follow(notify: (params: SharedText, taskId: string) => void): () => void;
}

/** Tasks for both eras. */
export interface McpTasks {
  readonly modern: EraTasks<ModernRequest> & {
    /** Resolves the tasks that a client subscribes to. */
    subscribe(
      taskIds: unknown,
      request: ModernRequest,
      context: MessageContext,
    ): Promise<TaskSubscription | RpcError | undefined>;
  };
  readonly legacy: EraTasks<LegacyRequest>;
}

/** The tasks of a server as seen by one owner. */
export interface OwnedTasks {
  readonly tasks: ServiceTasks;
  readonly owner: string | undefined;
}

/** Logs an unexpected error. */
export type Report = (thrown: unknown) => void;

/** Calls the listener with the current state of a task and each later one. Returns a function that stops it. */
export function followTask(
  { tasks, owner }: OwnedTasks,
  id: string,
  listener: (task: ServiceTask | undefined) => void,
  report: Report,
): () => void {
  const subscription = tasks.onChange(id, owner, listener).catch(report);
  return () => void subscription.then((stop) => stop?.());
}

/** For an unknown task. The message is the same whether or not another caller owns it. */
export const unknownTask: RpcError = invalidParams(
  // Reveals nothing about the owner. MCP-TASKX-08
  'Unknown "taskId". The task does not exist, has expired, or belongs to another caller.',
);
