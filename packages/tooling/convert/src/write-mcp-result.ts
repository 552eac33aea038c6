import { type McpRevision, type ToolResultOutcome, toToolResult } from '@toolwire/mcp/internal';
import type { Converted, ConvertOptions, ReadOutcome, ReadResult } from './converted.ts';

/** Options for the conversion to MCP. */
export interface ToMcpOptions {
  /** The protocol revision of the reader. Default: the latest. */
  readonly revision?: McpRevision | undefined;
}

const developerMessageField = 'error.developer_message';

/** Returns a `CallToolResult` without messages for developers, because MCP clients show the whole result to their models. */
export function writeMcpResult(
  { outcome, callId, losses, extras }: ReadResult,
  { tool, revision }: ToMcpOptions & ConvertOptions,
): Converted {
  const toolOutcome = toolOutcomeOf(outcome);
  const developerMessage = outcome.kind === 'failed' ? outcome.failure.developerMessage : undefined;
  const result = toToolResult(tool === undefined ? toolOutcome : { ...toolOutcome, tool }, callId, revision);
  return {
    result,
    losses: [
      ...losses,
      ...(developerMessage === undefined ? [] : [developerMessageField]),
      ...(outcome.kind === 'authorization' ? ['requires_authorization'] : []),
    ],
    extras: { ...extras, ...(developerMessage === undefined ? {} : { [developerMessageField]: developerMessage }) },
  };
}

function toolOutcomeOf(outcome: ReadOutcome): ToolResultOutcome {
  if (outcome.kind !== 'authorization') return outcome;
  const { url, status, durationMs } = outcome;
  const failure = {
    message: 'Authorization required',
    canRetry: status !== 'failed',
    ...(url !== undefined && { additionalPromptContent: `The user opens ${url}. Then call the tool again.` }),
  };
  return { kind: 'failed', failure, ...(durationMs === undefined ? {} : { durationMs }) };
}
