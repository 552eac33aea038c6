import type { ToolState } from '../../server-state.ts';
import { problemOf } from '../requests.ts';
import { mcpNameOf } from '../tools.ts';
import { callArcade } from './call-arcade.ts';
import { callMcp } from './call-mcp.ts';
import { callMcpLegacy } from './call-mcp-legacy.ts';
import { callOtc } from './call-otc.ts';
import type { CallResult } from './call-result.ts';
import type { Endpoints, ProtocolName } from './protocols.ts';
import { type PlannedCall, Run } from './run.ts';

/** The protocols and tools of a server. */
interface CalledServer {
  readonly endpoints: Endpoints;
  readonly tools: readonly ToolState[];
}

/** Starts a call over a protocol, and reports its end to `onEnd`. */
export function startRun(
  protocol: ProtocolName,
  call: PlannedCall,
  { endpoints, tools }: CalledServer,
  onEnd: (run: Run) => void,
): Run {
  const run = new Run(protocol, call);
  const end = (result: CallResult): void => {
    run.tookMs.value = performance.now() - run.startedMs;
    run.inputRequests.value = [];
    run.result.value = result;
    onEnd(run);
  };
  callOver(run, endpoints, mcpNameOf(call.tool, tools)).then(end, (thrown: unknown) => {
    if (run.signal.aborted) end({ kind: 'cancelled' });
    else end({ kind: 'broken', message: problemOf(thrown) });
  });
  return run;
}

async function callOver(run: Run, { otc, mcp, arcade }: Endpoints, mcpName: string): Promise<CallResult> {
  switch (run.protocol) {
    case 'otc':
      return otc === undefined ? notServed : callOtc(run, otc);
    case 'mcp-2026-07-28':
      return mcp === undefined ? notServed : callMcp(run, { path: mcp, name: mcpName });
    case 'mcp-2025-11-25':
      return mcp === undefined ? notServed : callMcpLegacy(run, { path: mcp, name: mcpName });
    case 'arcade':
      return arcade === undefined ? notServed : callArcade(run, arcade);
  }
}

const notServed: CallResult = { kind: 'broken', message: 'The server does not support this protocol.' };
