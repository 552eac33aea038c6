import type { Parts } from '../parts/parts.ts';
import type { ModernRequest } from '../revisions/modern-request.ts';
import type { Methods } from '../rpc/context.ts';
import { callTool } from './call-tool.ts';
import { discover } from './discover.ts';
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
    ...(parts.tasks?.modern.methods ?? []),
  ]);
}
