import type { MessageContext, Method } from '../context.ts';
import type { RpcId } from '../decode.ts';
import { type Answer, errorAnswer, notificationText, type RpcError, resultAnswer, rpcCodes } from '../json-rpc.ts';
import { isObject } from '../json-shape.ts';
import type { Parts } from '../parts.ts';
import { subscriptionKey } from './envelope.ts';
import type { ModernRequest } from './request.ts';

/** `subscriptions/listen`: tells of changes for as long as the client listens. */
export function listen({ settings }: Parts): Method<ModernRequest> {
  let listeners = 0;

  return (request, context) => {
    const { notifications } = request.params;
    if (!isObject(notifications)) return errorAnswer(request.id, noFilter);
    const { notify } = context;
    if (notify === undefined) return errorAnswer(request.id, noStream, 406);
    if (listeners >= settings.maxListeners) return errorAnswer(request.id, tooMany, 503);

    const toolsListChanged = notifications['toolsListChanged'] === true;
    const honored = toolsListChanged ? { toolsListChanged } : {};
    const meta = metaOf(request.id);
    notify(
      notificationText(
        'notifications/subscriptions/acknowledged',
        `{${meta},"notifications":${JSON.stringify(honored)}}`,
      ),
    );
    listeners++;
    return untilTheEnd(context, toolsListChanged, () =>
      notify(notificationText('notifications/tools/list_changed', `{${meta}}`)),
    ).then((): Answer => {
      listeners--;
      return resultAnswer(request.id, `{"resultType":"complete",${meta}}`);
    });
  };
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
