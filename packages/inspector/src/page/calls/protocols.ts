import type { WireState } from '../../server-state.ts';

/** The protocols to call over. */
export type ProtocolName = 'otc' | 'mcp-2026-07-28' | 'mcp-2025-11-25' | 'arcade';

/** The names of the protocols on the page. */
export const protocolTitles: Readonly<Record<ProtocolName, string>> = {
  otc: 'Open Tool Calling',
  'mcp-2026-07-28': 'MCP 2026-07-28',
  'mcp-2025-11-25': 'MCP 2025-11-25',
  arcade: 'Arcade',
};

/** The paths of the server's protocols. */
export interface Endpoints {
  readonly otc?: (OtcEndpoints & { readonly list: string }) | undefined;
  readonly health?: string | undefined;
  readonly mcp?: string | undefined;
  readonly arcade?: string | undefined;
}

/** The paths of Open Tool Calling for calls. */
export interface OtcEndpoints {
  readonly call: string;
  readonly cancel?: string | undefined;
}

/** Finds the protocols that the page supports, with their paths below the mount path. */
export function findEndpoints(wires: readonly WireState[], base: string): Endpoints {
  const pathOf = (name: string, isWanted: (route: WireState['routes'][number]) => boolean): string | undefined => {
    const path = wires.find((wire) => wire.name === name)?.routes.find(isWanted)?.path;
    return path === undefined ? undefined : base + path;
  };
  const call = pathOf('otc', ({ op }) => op === 'call');
  const list = pathOf('otc', ({ op }) => op === 'list');
  const cancel = pathOf('otc', ({ path }) => path.endsWith('/cancel'));
  return {
    otc: call === undefined || list === undefined ? undefined : { call, list, cancel },
    health: pathOf('otc', ({ op }) => op === 'health'),
    mcp: pathOf('mcp', ({ method }) => method === 'POST'),
    // `/invoke` is the route of workers, which the page doesn't call.
    arcade: pathOf('arcade', ({ path, op }) => op === 'call' && !path.endsWith('/invoke')),
  };
}

/** Lists the protocols that both the server and the page support. */
export function protocolsOf({ otc, mcp, arcade }: Endpoints): readonly ProtocolName[] {
  const names: ProtocolName[] = [];
  if (otc !== undefined) names.push('otc');
  if (mcp !== undefined) names.push('mcp-2026-07-28', 'mcp-2025-11-25');
  if (arcade !== undefined) names.push('arcade');
  return names;
}
