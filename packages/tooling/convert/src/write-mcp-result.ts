import { isHttpUrl } from '@toolwire/internal';
import { type McpRevision, type ToolResultOutcome, toToolResult } from '@toolwire/mcp/internal';
import { authorizationFailure } from './authorization.ts';
import type { Converted, ConvertOptions, ReadOutcome, ReadResult } from './read-result.ts';

/** Options for the conversion to MCP. */
export interface ToMcpOptions {
  /** The protocol revision of the reader. Default: the latest. */
  readonly revision?: McpRevision | undefined;
}

/** Returns a `CallToolResult` without messages for developers, because MCP clients show the whole result to their models. */
export function writeMcpResult(
  { outcome, callId, losses, extras }: ReadResult,
  { tool, revision }: ToMcpOptions & ConvertOptions,
): Converted {
  const toolOutcome = toolOutcomeOf(outcome);
  const developerMessage = outcome.kind === 'failed' ? outcome.failure.developerMessage : undefined;
  const lostMessage = developerMessage === undefined ? {} : { 'error.developer_message': developerMessage };
  const result = toToolResult(tool === undefined ? toolOutcome : { ...toolOutcome, tool }, callId, revision);
  return {
    result,
    losses: [
      ...losses,
      ...Object.keys(lostMessage),
      ...(outcome.kind === 'authorization' ? ['requires_authorization'] : []),
    ],
    extras: { ...extras, ...lostMessage },
  };
}

function toolOutcomeOf(outcome: ReadOutcome): ToolResultOutcome {
  if (outcome.kind !== 'authorization') return outcome;
  const { url, durationMs } = outcome;
  const failure = {
    ...authorizationFailure(outcome),
    // Users may open the URL.
    ...(isHttpUrl(url) && { additionalPromptContent: `The user opens ${url}. Then call the tool again.` }),
  };
  return { kind: 'failed', failure, ...(durationMs !== undefined && { durationMs }) };
}
