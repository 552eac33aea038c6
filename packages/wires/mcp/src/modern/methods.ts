import type { Parts } from '../parts/parts.ts';
import type { ModernRequest } from '../revisions/modern-request.ts';
import type { Method, Methods } from '../rpc/context.ts';
import { callTool } from './call-tool.ts';
import { discover } from './discover.ts';
import { unknownMethod } from './dispatch-errors.ts';
import { listTools } from './list-tools.ts';
import { listen } from './listen.ts';
import { offeredMethods } from './offers.ts';

/** The methods of 2026-07-28. */
export function modernMethods(parts: Parts): Methods<ModernRequest> {
  return new Map([
    // MCP-DISC-01: always there.
    ['server/discover', discover(parts)],
    ['tools/list', listTools(parts)],
    ['tools/call', callTool(parts)],
    ['subscriptions/listen', listen(parts)],
    ...offeredMethods(parts),
    ...parts.tasks.modern.methods.map(([name, method]) => [name, whereTasksAre(method)] as const),
  ]);
}

/** A server without tasks has no methods for them. */
function whereTasksAre(method: Method<ModernRequest>): Method<ModernRequest> {
  return (request, context) =>
    context.service.tasks === undefined ? unknownMethod(request.id) : method(request, context);
}
