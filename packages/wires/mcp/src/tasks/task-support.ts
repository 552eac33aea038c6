import type { BeginTask } from '../calling/call-plan.ts';
import type { LegacyRequest } from '../revisions/legacy-request.ts';
import type { ModernRequest } from '../revisions/modern-request.ts';
import type { MessageContext, Method } from '../rpc/context.ts';
import type { RpcError } from '../rpc/json-rpc.ts';
import type { Fields } from '../rpc/json-shape.ts';
import type { TaskSubscription } from './subscription.ts';

/** What tasks add to one era. */
interface EraTasks<Request> {
  /** Methods to serve besides those of tools. */
  readonly methods: readonly (readonly [name: string, method: Method<Request>])[];
  readonly begin: BeginTask<Request>;
}

/** Tasks for both eras. */
export interface TaskSupport {
  readonly modern: EraTasks<ModernRequest> & {
    /** What to announce among the server's capabilities. */
    capabilities(context: MessageContext): Fields;
    /** Reads which tasks a client wants to hear of. */
    subscribe(
      taskIds: unknown,
      request: ModernRequest,
      context: MessageContext,
    ): Promise<TaskSubscription | RpcError | undefined>;
  };
  readonly legacy: EraTasks<LegacyRequest> & {
    /** What to announce among the server's capabilities to a caller. */
    capabilities(context: MessageContext): Fields;
  };
}
