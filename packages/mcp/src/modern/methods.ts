import type { Parts } from '../parts.ts';
import type { Methods } from '../rpc/context.ts';
import { callTool } from './call-tool.ts';
import { discover } from './discover.ts';
import { listTools } from './list-tools.ts';
import { listen } from './listen.ts';
import type { ModernRequest } from './request.ts';

/** The methods of 2026-07-28. */
export function modernMethods(parts: Parts): Methods<ModernRequest> {
  return new Map([
    ['server/discover', discover(parts)],
    ['tools/list', listTools(parts)],
    ['tools/call', callTool(parts)],
    ['subscriptions/listen', listen(parts)],
    ...(parts.tasks?.modern.methods ?? []),
  ]);
}
