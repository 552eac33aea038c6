import { andThen, type MaybePromise } from '@toolwire/core';
import { isObject } from '@toolwire/core/wire';
import { ownerOf, rpcCodes } from '@toolwire/internal';
import { ListenerLimit } from '../http/listener-limit.ts';
import { internalError, invalidParams, invalidRequest, type RpcError } from '../json-rpc/errors.ts';
import { type ListKind, listChangedText, onListChanged } from '../json-rpc/list-changes.ts';
import { type RpcId, subscriptionKey } from '../json-rpc/message.ts';
import { notificationText } from '../json-rpc/notifications.ts';
import type { MessageContext, Method, ModernRequest, Notify } from '../json-rpc/requests.ts';
import { errorResponse, type RpcResponse, resultResponse } from '../json-rpc/responses.ts';
import { resultTypes } from '../json-rpc/revisions.ts';
import type { ResourceSubscriptions } from '../prompts-and-resources/feature.ts';
import { SubscribedResources, updatedText } from '../prompts-and-resources/resource-subscriptions.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';
import type { TaskSubscription } from '../tasks/mcp-tasks.ts';

/** `subscriptions/listen`: sends notifications of changes until the client disconnects. */
export function listen({ settings, tasks, features }: ServerContext): Method<ModernRequest> {
  const limit = new ListenerLimit(settings.maxListeners);

  return (request, context) => {
    const { notifications } = request.params;
    if (!isObject(notifications)) return errorResponse(request.id, missingFilter);
    const { notify } = context;
    if (notify === undefined) return errorResponse(request.id, streamRequired, 406);
    const lists = listKinds.filter((kind) => notifications[`${kind}ListChanged`] === true && canChange(kind));
    const { taskIds, resourceSubscriptions: uris } = notifications;
    const { subscriptions } = features;
    const subscribingTasks = taskIds === undefined ? undefined : tasks.modern.subscribe(taskIds, request, context);
    return andThen(subscribingTasks, (taskSubscription) => {
      if (isError(taskSubscription)) return errorResponse(request.id, taskSubscription, httpStatusOf(taskSubscription));
      const resources = subscriptions && filterSubscribable(uris, subscriptions, context);
      return andThen(resources, (wanted) =>
        isError(wanted)
          ? errorResponse(request.id, wanted)
          : subscribe({ lists, tasks: taskSubscription, uris: wanted }, request.id, context, notify),
      );
    });
  };

  function canChange(kind: ListKind): boolean {
    return kind === 'tools' || settings.updates !== undefined;
  }

  function subscribe(
    wanted: WantedSubscription,
    id: RpcId,
    context: MessageContext,
    notify: Notify,
  ): MaybePromise<RpcResponse> {
    const release = limit.acquire(ownerOf(context), context.service.limits.anonymousShare);
    if (release === undefined) return errorResponse(id, tooMany, 503);
    const { lists, tasks: taskSubscription, uris } = wanted;
    const meta = metaOf(id);
    const subscribed =
      features.subscriptions &&
      new SubscribedResources(features.subscriptions.updates, (uri) =>
        notify(updatedText(uri, meta), `resource ${uri}`),
      );
    // Only what the client requested. MCP-SUB-03
    const honored = {
      ...Object.fromEntries(lists.map((kind) => [`${kind}ListChanged`, true])),
      ...(taskSubscription !== undefined && { taskIds: taskSubscription.taskIds }),
      ...(uris !== undefined && { resourceSubscriptions: uris.filter((uri) => subscribed?.subscribe(uri)) }),
    };
    // The first message. MCP-SUB-01
    notify(
      notificationText(
        'notifications/subscriptions/acknowledged',
        `{${meta},"notifications":${JSON.stringify(honored)}}`,
      ),
    );
    const unfollowTasks = taskSubscription?.follow((params, taskId) =>
      notify(['{"jsonrpc":"2.0","method":"notifications/tasks","params":{', params, `,${meta}}}`], taskId),
    );
    const unfollowLists = onListChanged(context.service, settings.updates, (kind) => {
      if (lists.includes(kind)) notify(listChangedText(kind, meta), kind);
    });
    return untilClosed(context, unfollowLists).then((): RpcResponse => {
      release();
      unfollowTasks?.();
      subscribed?.close();
      // A subscription that the server ends gets a response, and no cancellation. MCP-CANC-03
      return resultResponse(id, `{${resultTypes.complete},${meta}}`);
    });
  }
}

/** The changes that a client subscribes to. */
interface WantedSubscription {
  readonly lists: readonly ListKind[];
  readonly tasks: TaskSubscription | undefined;
  readonly uris: readonly string[] | undefined;
}

/** Filters the URIs that this caller may subscribe to. The protocol omits all others silently. */
function filterSubscribable(
  wanted: unknown,
  { canSubscribe }: ResourceSubscriptions,
  context: MessageContext,
): MaybePromise<readonly string[] | RpcError | undefined> {
  if (wanted === undefined) return undefined;
  if (!isStringList(wanted)) return invalidUris;
  const uris = [...new Set(wanted)];
  return Promise.all(uris.map(async (uri) => canSubscribe(uri, context))).then((allowed) =>
    uris.filter((_uri, index) => allowed[index]),
  );
}

function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= maxResources && value.every((item) => typeof item === 'string');
}

function isError(result: RpcError | object | undefined): result is RpcError {
  return result !== undefined && 'code' in result;
}

function httpStatusOf({ code }: RpcError): number {
  return code === rpcCodes.missingCapability ? 400 : 200;
}

/** Calls `ended` within the event of the disconnect or of the stop, so that no notification follows it, and then resolves. */
function untilClosed({ service, lifetime }: MessageContext, ended: () => void): Promise<void> {
  const { signal } = lifetime;
  return new Promise((resolve) => {
    const stopOnStop = service.onStop(() => end());
    const end = (): void => {
      ended();
      stopOnStop();
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

function metaOf(id: RpcId): string {
  // The ID of the request that opened the subscription. MCP-SUB-02
  return `"_meta":{"${subscriptionKey}":${JSON.stringify(id)}}`;
}

const listKinds: readonly ListKind[] = ['tools', 'prompts', 'resources'];

const missingFilter: RpcError = invalidParams('"notifications" must be an object such as { "toolsListChanged": true }');
const maxResources = 1000;
const invalidUris: RpcError = invalidParams(
  `"resourceSubscriptions" must be a list of at most ${maxResources} resource URIs`,
);
const streamRequired: RpcError = invalidRequest(
  'Listening needs a stream: send the header Accept with text/event-stream',
);
const tooMany: RpcError = internalError('Too many clients listen for changes. Try again later.');
