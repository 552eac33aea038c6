import type { Answer } from './call-result.ts';
import { callOverArcade, callOverWorker } from './over-arcade.ts';
import { callOverLegacyMcp, callOverModernMcp } from './over-mcp.ts';
import { callOverOtc } from './over-otc.ts';

/** A way to call a tool. */
export interface Wire {
  readonly call: (url: string, toolId: string, input: unknown) => Promise<Answer>;
  /** Whether responses may contain developer messages. MCP clients show whole results to their models. */
  readonly tellsDevelopers: boolean;
}

/** All of them, by the names that the table gives them. */
export const wires: Readonly<Record<string, Wire>> = {
  'Open Tool Calling 1.0': { call: callOverOtc, tellsDevelopers: true },
  'MCP 2026-07-28': { call: callOverModernMcp, tellsDevelopers: false },
  'MCP 2025-11-25': { call: callOverLegacyMcp, tellsDevelopers: false },
  'Arcade execute': { call: callOverArcade, tellsDevelopers: true },
  'Arcade worker': { call: callOverWorker, tellsDevelopers: true },
};
