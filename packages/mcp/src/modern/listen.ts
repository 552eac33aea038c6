import type { MaybePromise } from '@toolwire/core';
import type { Parts } from '../parts.ts';
import type { MessageContext, Method, Notify } from '../rpc/context.ts';
import { type Answer, errorAnswer, notificationText, type RpcError, resultAnswer, rpcCodes } from '../rpc/json-rpc.ts';
import { isObject } from '../rpc/json-shape.ts';
import type { RpcId } from '../rpc/message.ts';
import { subscriptionKey } from '../rpc/meta-keys.ts';
import type { ModernRequest } from './request.ts';
import type { TaskSubscription } from './subscription.ts';

/** `subscriptions/listen`: tells of changes for as long as the client listens. */
export function listen({ settings, tasks }: Parts): Method<ModernRequest> {
  let listeners = 0;

  return (request, context) => {
    const { notifications } = request.params;
    if (!isObject(notifications)) return errorAnswer(request.id, noFilter);
    const { notify } = context;
    if (notify === undefined) return errorAnswer(request.id, noStream, 406);
    const toolsListChanged = notifications['toolsListChanged'] === true;
    const { taskIds } = notifications;
    if (tasks === undefined || taskIds === undefined) return begin({ toolsListChanged }, request.id, context, notify);
    return tasks.modern
      .subscribe(taskIds, request, context)
      .then((found) =>
        'code' in found
          ? errorAnswer(request.id, found, found.code === rpcCodes.missingCapability ? 400 : 200)
          : begin({ toolsListChanged, tasks: found }, request.id, context, notify),
      );
  };

  function begin(wanted: Wanted, id: RpcId, context: MessageContext, notify: Notify): MaybePromise<Answer> {
    if (listeners >= settings.maxListeners) return errorAnswer(id, tooMany, 503);
    const { toolsListChanged, tasks: wantedTasks } = wanted;
    const honored = {
      ...(toolsListChanged && { toolsListChanged }),
      ...(wantedTasks !== undefined && { taskIds: wantedTasks.taskIds }),
    };
    const meta = metaOf(id);
    notify(
      notificationText(
        'notifications/subscriptions/acknowledged',
        `{${meta},"notifications":${JSON.stringify(honored)}}`,
      ),
    );
    listeners++;
    const forgetTasks = wantedTasks?.follow((params, taskId) =>
      notify(notificationText('notifications/tasks', `{${params},${meta}}`), taskId),
    );
    return untilTheEnd(context, toolsListChanged, () =>
      notify(notificationText('notifications/tools/list_changed', `{${meta}}`), 'tools'),
    ).then((): Answer => {
      listeners--;
      forgetTasks?.();
      return resultAnswer(id, `{"resultType":"complete",${meta}}`);
    });
  }
}

/** What a client listens for. */
interface Wanted {
  readonly toolsListChanged: boolean;
  readonly tasks?: TaskSubscription;
}

/** Calls back at each change, and resolves when the client has left or the server stops. */
function untilTheEnd({ service, lifetime }: MessageContext, wanted: boolean, changed: () => void): Promise<void> {
  const { signal } = lifetime;
  return new Promise((resolve) => {
    const forgetTools = wanted ? service.onToolsChanged(changed) : undefined;
    const forgetStop = service.onStop(() => end());
    const end = (): void => {
      forgetTools?.();
      forgetStop();
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

function metaOf(id: RpcId): string {
  return `"_meta":{"${subscriptionKey}":${JSON.stringify(id)}}`;
}

const noFilter: RpcError = {
  code: rpcCodes.invalidParams,
  message: 'The "notifications" are an object, such as { "toolsListChanged": true }',
};
const noStream: RpcError = {
  code: rpcCodes.invalidRequest,
  message: 'Listening needs a stream: send the header Accept with text/event-stream',
};
const tooMany: RpcError = { code: rpcCodes.internal, message: 'As many clients listen as may. Try again later.' };
