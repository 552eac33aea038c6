import { andThen, type MaybePromise } from '@toolwire/core';
import type { Parts } from '../parts/parts.ts';
import type { ModernRequest } from '../revisions/modern-request.ts';
import { type MessageContext, type Method, type Notify, ownerOf } from '../rpc/context.ts';
import { type Answer, errorAnswer, notificationText, type RpcError, resultAnswer, rpcCodes } from '../rpc/json-rpc.ts';
import { isObject } from '../rpc/json-shape.ts';
import type { RpcId } from '../rpc/message.ts';
import { subscriptionKey } from '../rpc/meta-keys.ts';
import type { TaskSubscription } from '../tasks/subscription.ts';
import { SubscribedResources } from '../updates/subscribed-resources.ts';
import { updatedText } from '../updates/updated-text.ts';
import { ListenerPlaces } from './listener-places.ts';
import { wantedResources } from './wanted-resources.ts';

/** `subscriptions/listen`: tells of changes for as long as the client listens. */
export function listen({ settings, tasks, offers }: Parts): Method<ModernRequest> {
  const places = new ListenerPlaces(settings.maxListeners, settings.maxListenersPerCaller);

  return (request, context) => {
    const { notifications } = request.params;
    if (!isObject(notifications)) return errorAnswer(request.id, noFilter);
    const { notify } = context;
    if (notify === undefined) return errorAnswer(request.id, noStream, 406);
    const toolsListChanged = notifications['toolsListChanged'] === true;
    const { taskIds, resourceSubscriptions: uris } = notifications;
    const { subscribing } = offers;
    const found = taskIds === undefined ? undefined : tasks.modern.subscribe(taskIds, request, context);
    return andThen(found, (wantedTasks) => {
      if (isError(wantedTasks)) return errorAnswer(request.id, wantedTasks, statusOf(wantedTasks));
      const resources = subscribing && wantedResources(uris, subscribing, context);
      return andThen(resources, (wanted) =>
        isError(wanted)
          ? errorAnswer(request.id, wanted)
          : begin({ toolsListChanged, tasks: wantedTasks, uris: wanted }, request.id, context, notify),
      );
    });
  };

  function begin(wanted: Wanted, id: RpcId, context: MessageContext, notify: Notify): MaybePromise<Answer> {
    const leave = places.take(ownerOf(context));
    if (leave === undefined) return errorAnswer(id, tooMany, 503);
    const { toolsListChanged, tasks: wantedTasks, uris } = wanted;
    const meta = metaOf(id);
    const subscribed =
      offers.subscribing &&
      new SubscribedResources(offers.subscribing.updates, (uri) => notify(updatedText(uri, meta), `resource ${uri}`));
    // MCP-SUB-03: what was asked for, and nothing else.
    const honored = {
      ...(toolsListChanged && { toolsListChanged }),
      ...(wantedTasks !== undefined && { taskIds: wantedTasks.taskIds }),
      ...(uris !== undefined && { resourceSubscriptions: uris.filter((uri) => subscribed?.subscribe(uri)) }),
    };
    // MCP-SUB-01: first of all.
    notify(
      notificationText(
        'notifications/subscriptions/acknowledged',
        `{${meta},"notifications":${JSON.stringify(honored)}}`,
      ),
    );
    const forgetTasks = wantedTasks?.follow((params, taskId) =>
      notify(['{"jsonrpc":"2.0","method":"notifications/tasks","params":{', params, `,${meta}}}`], taskId),
    );
    return untilTheEnd(context, toolsListChanged, () =>
      notify(notificationText('notifications/tools/list_changed', `{${meta}}`), 'tools'),
    ).then((): Answer => {
      leave();
      forgetTasks?.();
      subscribed?.close();
      // MCP-CANC-03: a subscription that the server ends has an answer, and nothing is cancelled.
      return resultAnswer(id, `{"resultType":"complete",${meta}}`);
    });
  }
}

/** What a client listens for. */
interface Wanted {
  readonly toolsListChanged: boolean;
  readonly tasks: TaskSubscription | undefined;
  readonly uris: readonly string[] | undefined;
}

function isError(found: RpcError | object | undefined): found is RpcError {
  return found !== undefined && 'code' in found;
}

function statusOf({ code }: RpcError): number {
  return code === rpcCodes.missingCapability ? 400 : 200;
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
  // MCP-SUB-02: by the id of the request that opened it.
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
