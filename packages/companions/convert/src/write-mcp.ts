import { type McpRevision, type ToldOutcome, toToolResult } from '@toolwire/mcp';
import type { Converted, ConvertOptions, ReadResult, Told } from './converted.ts';

/** How a `CallToolResult` is written. */
export interface McpForm {
  /** The revision of the protocol that its reader speaks; the latest if left out. */
  readonly revision?: McpRevision;
}

/** Writes a `CallToolResult`. What was meant for developers stays out: hosts show whole results to their models. */
export function writeMcp(
  { told, callId, losses, side }: ReadResult,
  { tool, revision }: McpForm & ConvertOptions,
): Converted {
  const outcome = outcomeOf(told);
  const secret = told.kind === 'failed' ? told.failure.developerMessage : undefined;
  const result = toToolResult(tool === undefined ? outcome : { ...outcome, tool }, callId, revision);
  return {
    result,
    losses: [
      ...losses,
      ...(secret === undefined ? [] : ['error.developer_message']),
      ...(told.kind === 'authorization' ? ['requires_authorization'] : []),
    ],
    side: { ...side, ...(secret === undefined ? {} : { developer_message: secret }) },
  };
}

function outcomeOf(told: Told): ToldOutcome {
  if (told.kind !== 'authorization') return told;
  const { url, status, durationMs } = told;
  const failure = {
    message: 'Authorization required',
    canRetry: status !== 'failed',
    ...(url !== undefined && { additionalPromptContent: `The user opens ${url}. Then call the tool again.` }),
  };
  return { kind: 'failed', failure, ...(durationMs === undefined ? {} : { durationMs }) };
}
