import type { JsonObject, Outcome } from '@toolwire/core';
import { legacyRevision, type McpRevision, modernRevision, type Revision } from './json-rpc/revisions.ts';
import { encodeOutcome } from './tools/encode-outcome.ts';

/** An outcome that every revision of MCP can represent as a result. */
export type ToolResultOutcome = Extract<Outcome, { readonly kind: 'value' | 'failed' | 'artifact' }>;

/** Encodes an outcome as a `CallToolResult` with its Open Tool Calling details, for custom transports. */
export function toToolResult(
  outcome: ToolResultOutcome,
  callId: string,
  version: McpRevision = '2026-07-28',
): JsonObject {
  const { result } = encodeOutcome(outcome, {
    callId,
    revision: revisionOf(version),
    includesResultMeta: true,
    artifactLinks: true,
    callMeta: '',
  });
  return JSON.parse(result) as JsonObject;
}

function revisionOf(version: McpRevision): Revision {
  const revision = version === modernRevision.version ? modernRevision : legacyRevision(version);
  if (revision === undefined) throw new TypeError(`Unknown MCP revision '${version}'.`);
  return revision;
}
