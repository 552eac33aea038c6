import type { JsonObject, Outcome } from '@toolwire/core';
import { type Dialect, legacyDialect, modernDialect } from '../revisions/dialect.ts';
import { encodeOutcome } from './encode-outcome.ts';

/** The revisions of MCP that are spoken. */
export type McpRevision = '2026-07-28' | '2025-11-25' | '2025-06-18' | '2025-03-26' | '2024-11-05';

/** An outcome that every revision of MCP has a result for. */
export type ToldOutcome = Extract<Outcome, { readonly kind: 'value' | 'failed' | 'artifact' }>;

/** Writes an outcome as a `CallToolResult` that says what it was, for those who carry it to its client themselves. */
export function toToolResult(outcome: ToldOutcome, callId: string, revision: McpRevision = '2026-07-28'): JsonObject {
  const reply = encodeOutcome(outcome, {
    callId,
    dialect: dialectOf(revision),
    tellsOrigin: true,
    artifactLinks: true,
    callMeta: '',
  });
  if (reply.error !== undefined) throw new TypeError(`An outcome of the kind '${outcome.kind}' is no result.`);
  return JSON.parse(reply.result) as JsonObject;
}

function dialectOf(revision: McpRevision): Dialect {
  const dialect = revision === modernDialect.version ? modernDialect : legacyDialect(revision);
  if (dialect === undefined) throw new TypeError(`There is no revision '${revision}' of MCP.`);
  return dialect;
}
