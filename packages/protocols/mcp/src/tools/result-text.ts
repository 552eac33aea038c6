import type { OutcomeBase } from '@toolwire/core';
import { roundDuration, stringifyValue } from '@toolwire/internal';
import type { ServingSettings } from '../definitions/options.ts';
import { resultMetaKey, serverInfoKey } from '../json-rpc/message.ts';
import type { Revision } from '../json-rpc/supported-revisions.ts';

/** What encoders need to know about the call of a result. */
export interface ResultContext {
  readonly callId: string;
  readonly revision: Revision;
  /** Whether `_meta` contains the outcome. Many clients show `_meta` to their models. ANS-04 */
  readonly includesResultMeta: boolean;
  /** Whether stored outputs are sent as links in addition to text. */
  readonly artifactLinks: boolean;
  /** JSON members for `_meta`, each with a leading comma: server info and trace. */
  readonly callMeta: string;
}

/** The parts of a result as JSON text. */
export interface ResultParts {
  /** The content blocks. */
  readonly content: string;
  readonly structured?: string | undefined;
  readonly isError?: boolean;
  /** The outcome in Open Tool Calling as JSON members. Called only if it is sent. */
  readonly detail: () => string;
  /** More JSON members for `_meta`, each with a leading comma. Called only if they are sent. */
  readonly meta?: () => string;
}

/** Concatenates the result of a call as text, since nearly every request needs it. */
export function resultText(call: ResultContext, outcome: OutcomeBase, parts: ResultParts): string {
  const { content, structured } = parts;
  // Every result of 2026-07-28 has a type. MCP-RPC-05
  const type = call.revision.era === 'modern' ? '"resultType":"complete",' : '';
  const structuredContent = structured === undefined ? '' : `,"structuredContent":${structured}`;
  const isError = parts.isError === true ? ',"isError":true' : '';
  const meta = (call.includesResultMeta ? resultMetaOf(call, outcome, parts) : '') + call.callMeta;
  return `{${type}"content":${content}${structuredContent}${isError}${meta === '' ? '' : `,"_meta":{${meta.slice(1)}}`}}`;
}

function resultMetaOf({ callId }: ResultContext, outcome: OutcomeBase, { detail, meta }: ResultParts): string {
  const origin = `"v":1,"call_id":${stringifyValue(callId)}${runDetail(outcome)},${detail()}`;
  return `,"${resultMetaKey}":{${origin}}${meta?.() ?? ''}`;
}

function runDetail({ tool, durationMs }: OutcomeBase): string {
  const toolId = tool === undefined ? '' : `,"tool_id":"${tool.id}@${tool.version}"`;
  return durationMs === undefined ? toolId : `${toolId},"duration":${roundDuration(durationMs)}`;
}

/** The server info as a JSON member with a leading comma, for the `_meta` of each result. */
export function serverMetaOf({ serverInfo }: ServingSettings): string {
  return `,"${serverInfoKey}":${JSON.stringify(serverInfo)}`;
}
