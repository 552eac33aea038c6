import type { Parts } from '../parts/parts.ts';
import type { LegacyRequest } from '../revisions/legacy-request.ts';
import type { Method, Methods } from '../rpc/context.ts';
import { resultAnswer } from '../rpc/json-rpc.ts';
import { callTool } from './call-tool.ts';
import { unknownMethod } from './dispatch-errors.ts';
import { initialize } from './initialize.ts';
import { listTools } from './list-tools.ts';
import { offeredMethods } from './offers.ts';
import { setLevel } from './set-level.ts';
import { subscribeMethods } from './subscribe.ts';

/** The methods of the revisions that begin with `initialize`; a connection can tell of changes at any time, HTTP cannot. */
export function legacyMethods(parts: Parts, tellsOfChanges: boolean): Methods<LegacyRequest> {
  return new Map([
    ['initialize', initialize(parts, tellsOfChanges)],
    // MCP-INIT-03: an empty result.
    ['ping', ({ id }) => resultAnswer(id, '{}')],
    ['tools/list', listTools(parts)],
    ['tools/call', callTool(parts)],
    ...(parts.settings.logging === 'off' ? [] : [['logging/setLevel', setLevel()] as const]),
    ...offeredMethods(parts),
    ...(parts.offers.subscribing === undefined ? [] : subscribeMethods(parts.offers.subscribing)),
    ...parts.tasks.legacy.methods.map(([name, method]) => [name, whereTasksAre(method)] as const),
  ]);
}

/** A server without tasks has no methods for them. */
function whereTasksAre(method: Method<LegacyRequest>): Method<LegacyRequest> {
  return (request, context) =>
    context.service.tasks === undefined ? unknownMethod(request.id) : method(request, context);
}
