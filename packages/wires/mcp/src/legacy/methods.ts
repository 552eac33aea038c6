import type { Parts } from '../parts/parts.ts';
import type { LegacyRequest } from '../revisions/legacy-request.ts';
import type { Methods } from '../rpc/context.ts';
import { resultAnswer } from '../rpc/json-rpc.ts';
import { callTool } from './call-tool.ts';
import { initialize } from './initialize.ts';
import { listTools } from './list-tools.ts';
import { offeredMethods } from './offers.ts';
import { setLevel } from './set-level.ts';

/** The methods of the revisions that begin with `initialize`; a connection can tell of changed tools, HTTP cannot. */
export function legacyMethods(parts: Parts, listChanged: boolean): Methods<LegacyRequest> {
  return new Map([
    ['initialize', initialize(parts, listChanged)],
    // MCP-INIT-03: an empty result.
    ['ping', ({ id }) => resultAnswer(id, '{}')],
    ['tools/list', listTools(parts)],
    ['tools/call', callTool(parts)],
    ...(parts.settings.logging === 'off' ? [] : [['logging/setLevel', setLevel()] as const]),
    ...offeredMethods(parts),
    ...(parts.tasks?.legacy.methods ?? []),
  ]);
}
