import { compareVersionTexts, versionedName } from '@toolwire/internal';
import { type ToolState, toolKey, type WireState } from '../tool.ts';
import { callArcade } from './call-arcade.ts';
import { callMcp } from './call-mcp.ts';
import { callMcpLegacy } from './call-mcp-legacy.ts';
import { callOtc } from './call-otc.ts';
import type { Answer, PlannedCall, WireName } from './run.ts';
import { Run } from './run.ts';

/** The names of the protocols on the page. */
export const wireTitles: Readonly<Record<WireName, string>> = {
  otc: 'Open Tool Calling',
  'mcp-2026-07-28': 'MCP 2026-07-28',
  'mcp-2025-11-25': 'MCP 2025-11-25',
  arcade: 'Arcade',
};

/** The paths of the server's protocols. */
export interface WirePlaces {
  readonly otc?: { readonly call: string; readonly list: string; readonly cancel?: string };
  readonly health?: string;
  readonly mcp?: string;
  readonly arcade?: string;
}

/** Finds the protocols that the page supports, with their paths below the mount path. */
export function findPlaces(wires: readonly WireState[], base: string): WirePlaces {
  const routesOf = (name: string): WireState['routes'] => wires.find((wire) => wire.name === name)?.routes ?? [];
  const pathOf = (name: string, isWanted: (route: WireState['routes'][number]) => boolean): string | undefined => {
    const path = routesOf(name).find(isWanted)?.path;
    return path === undefined ? undefined : base + path;
  };
  const call = pathOf('otc', ({ op }) => op === 'call');
  const list = pathOf('otc', ({ op }) => op === 'list');
  const cancel = pathOf('otc', ({ path }) => path.endsWith('/cancel'));
  const health = pathOf('otc', ({ op }) => op === 'health');
  const mcp = pathOf('mcp', ({ method }) => method === 'POST');
  const arcade = pathOf('arcade', ({ path, op }) => op === 'call' && !path.endsWith('/invoke'));
  return {
    ...(call !== undefined && list !== undefined && { otc: { call, list, ...(cancel !== undefined && { cancel }) } }),
    ...(health !== undefined && { health }),
    ...(mcp !== undefined && { mcp }),
    ...(arcade !== undefined && { arcade }),
  };
}

/** Lists the supported protocols of the server. */
export function waysOf({ otc, mcp, arcade }: WirePlaces): readonly WireName[] {
  return [
    ...(otc === undefined ? [] : (['otc'] as const)),
    ...(mcp === undefined ? [] : (['mcp-2026-07-28', 'mcp-2025-11-25'] as const)),
    ...(arcade === undefined ? [] : (['arcade'] as const)),
  ];
}

/** Starts a call, and reports its end to `onEnd`. */
export function startRun(
  wire: WireName,
  call: PlannedCall,
  places: WirePlaces,
  tools: readonly ToolState[],
  onEnd: (run: Run) => void,
): Run {
  const run = new Run(wire, call);
  const end = (answer: Answer): void => {
    run.tookMs.value = performance.now() - run.startedMs;
    run.questions.value = [];
    run.answer.value = answer;
    onEnd(run);
  };
  callOver(run, places, mcpNameOf(call.tool, tools)).then(end, (thrown: unknown) => {
    if (run.signal.aborted) end({ kind: 'cancelled' });
    else end({ kind: 'broken', message: messageOf(thrown) });
  });
  return run;
}

/** A failed request is a TypeError, whose message each browser words differently. */
function messageOf(thrown: unknown): string {
  if (thrown instanceof TypeError) return 'The server did not respond. Check that it runs, and call again.';
  return thrown instanceof Error ? thrown.message : 'The request failed.';
}

function callOver(run: Run, { otc, mcp, arcade }: WirePlaces, name: string): Promise<Answer> {
  switch (run.wire) {
    case 'otc':
      return otc === undefined ? notServed() : callOtc(run, { call: otc.call, cancel: otc.cancel });
    case 'mcp-2026-07-28':
      return mcp === undefined ? notServed() : callMcp(run, { path: mcp, name });
    case 'mcp-2025-11-25':
      return mcp === undefined ? notServed() : callMcpLegacy(run, { path: mcp, name });
    case 'arcade':
      return arcade === undefined ? notServed() : callArcade(run, arcade);
  }
}

function notServed(): Promise<Answer> {
  return Promise.resolve({ kind: 'broken', message: 'The server does not support this protocol.' });
}

/** Returns the MCP name of a tool. Older versions have their version as a suffix. */
export function mcpNameOf(tool: ToolState, tools: readonly ToolState[]): string {
  const [latest] = versionsOf(tool, tools);
  if (latest === undefined || toolKey(latest) === toolKey(tool)) return tool.name;
  return versionedName(tool, (name) => tools.some((one) => one.name === name));
}

/** All versions of a tool, the latest first. */
export function versionsOf({ id }: Pick<ToolState, 'id'>, tools: readonly ToolState[]): readonly ToolState[] {
  return tools.filter((one) => one.id === id).toSorted((one, other) => compareVersionTexts(other.version, one.version));
}
